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
/// 4. Every read by the subscript is checked against `count`; who uses `unchecked` proves that its
///    reads are inside.
/// 5. The first element lies at the start of a cache line.
///
/// These five make each `unsafe` below safe.
@safe
// Sharing is safe by the second invariant.
package struct FixedArray<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutablePointer<Element>
    package let count: Int

    init(_ elements: [Element]) {
        self.init(count: elements.count)
        unsafe elements.withUnsafeBufferPointer { unsafe fill($0.baseAddress) }
    }

    /// Allocates elements without initializing them.
    private init(count: Int) {
        self.count = count
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64)
        unsafe base = memory.bindMemory(to: Element.self, capacity: count)
    }

    private func fill(_ source: UnsafePointer<Element>?) {
        if let source = unsafe source { unsafe base.initialize(from: source, count: count) }
    }

    /// A copy of the array.
    func copy() -> FixedArray {
        let copy = FixedArray(count: count)
        unsafe copy.fill(base)
        return copy
    }

    deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

    @inline(__always)
    package subscript(index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "invariant 4")
        return unsafe base[index]
    }

    /// The elements without checks, for loops whose invariants keep them inside.
    ///
    /// Valid while the array is.
    @inline(__always)
    var unchecked: UnsafePointer<Element> { unsafe UnsafePointer(base) }
}

extension FixedArray where Element: Equatable {
    /// Returns whether another array has the same elements.
    func isEqual(to other: borrowing FixedArray) -> Bool {
        count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
    }
}

/// An immutable array of objects that can be borrowed without reference counting.
///
/// Threads that resolve at the same time use the same few objects; if each retained and released them,
/// they would contend for the reference counts.
///
/// Invariant: `objects` owns every object for as long as the array lives, so a reference that the
/// array's owner lends for the duration of a call needs no count of its own. That makes the
/// unmanaged references safe.
@safe
package struct ReferenceArray<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The objects, for code that is not performance-critical.
    package let objects: [Object]
    private let lent: FixedArray<Unmanaged<Object>>

    init(_ objects: [Object]) {
        self.objects = objects
        unsafe lent = unsafe FixedArray(objects.map { unsafe Unmanaged.passUnretained($0) })
    }

    package var count: Int { unsafe lent.count }

    /// Calls a closure with a borrowed object.
    @inline(__always)
    func lend<Result>(_ index: Int, to body: (Object) -> Result) -> Result {
        unsafe lent[index]._withUnsafeGuaranteedRef { body($0) }
    }
}
