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
        count = elements.count
        unsafe base = .allocate(capacity: max(1, elements.count))
        elements.withUnsafeBufferPointer {
            guard let source = $0.baseAddress else { return }
            unsafe base.initialize(from: source, count: $0.count)
        }
    }

    deinit { unsafe base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "invariant 4")
        return unsafe base[index]
    }
}
