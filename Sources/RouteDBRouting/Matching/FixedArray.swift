/// An immutable array of plain values that is read without reference counting.
///
/// The matcher's tables are read by all threads at once. An `Array` in a class may be retained
/// around a read, and two threads that do so fight over one cache line; this one has no reference
/// count. It is the only owner of its memory.
///
/// Invariants:
/// 1. `base` points to `count` initialised elements, from `init` to `deinit`.
/// 2. Nobody writes to them after `init`, so sharing is safe: hence the unchecked `Sendable`.
/// 3. Elements are `BitwiseCopyable`, so they need no destruction.
/// 4. Every read is checked against `count`.
struct FixedArray<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        self.init(count: elements.count)
        elements.withUnsafeBufferPointer { unsafe fill($0.baseAddress) }
    }

    /// Leaves the elements to be filled.
    private init(count: Int) {
        self.count = count
        unsafe base = .allocate(capacity: max(1, count))
    }

    private func fill(_ source: UnsafePointer<Element>?) {
        if let source { unsafe base.initialize(from: source, count: count) }
    }

    /// Another array of the same elements.
    func copy() -> FixedArray {
        let copy = FixedArray(count: count)
        unsafe copy.fill(base)
        return copy
    }

    deinit { unsafe base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "invariant 4")
        return unsafe base[index]
    }
}
