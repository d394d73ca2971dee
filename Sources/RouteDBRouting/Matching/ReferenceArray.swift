/// An immutable array of objects that can be lent without reference counting.
///
/// Threads that resolve at once all use the same few objects; if each of them retained and
/// released those, they would fight over the counts.
///
/// Invariant: `objects` owns every object for as long as the array lives, so a reference that is
/// lent for the time of a call by the owner of the array needs no count of its own.
struct ReferenceArray<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The objects, for those who are not in a hurry.
    let objects: [Object]
    private let lent: FixedArray<Unmanaged<Object>>

    init(_ objects: [Object]) {
        self.objects = objects
        lent = FixedArray(objects.map { Unmanaged.passUnretained($0) })
    }

    var count: Int { lent.count }

    /// Lends an object to a closure.
    @inline(__always)
    func lend<Result>(_ index: Int, to body: (Object) -> Result) -> Result {
        unsafe lent[index]._withUnsafeGuaranteedRef { body($0) }
    }
}
