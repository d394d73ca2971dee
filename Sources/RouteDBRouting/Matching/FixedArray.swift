/// An immutable array of plain values that is read without reference counting.
///
/// The matcher's tables are read by all threads at once. An `Array` in a class may be retained around a
/// read, and threads that do so contend for one cache line. This type has no reference count and is the
/// only owner of its memory.
///
/// Invariants:
/// 1. `base` points to `count` initialized elements, from `init` to `deinit`.
/// 2. They are never written after `init`, so sharing is safe; hence the unchecked `Sendable`.
/// 3. Elements are `BitwiseCopyable`, so they need no destruction.
/// 4. Every read is checked against `count`.
struct FixedArray<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        self.init(count: elements.count)
        elements.withUnsafeBufferPointer { unsafe fill($0.baseAddress) }
    }

    /// Allocates elements without initializing them.
    private init(count: Int) {
        self.count = count
        unsafe base = .allocate(capacity: max(1, count))
    }

    private func fill(_ source: UnsafePointer<Element>?) {
        if let source { unsafe base.initialize(from: source, count: count) }
    }

    /// A copy of the array.
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
