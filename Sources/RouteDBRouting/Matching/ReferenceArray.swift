/// An immutable array of objects that can be borrowed without reference counting.
///
/// Threads that resolve at the same time use the same few objects; if each retained and released them,
/// they would contend for the reference counts.
///
/// Invariant: `objects` owns every object for as long as the array lives, so a reference that the
/// array's owner lends for the duration of a call needs no count of its own.
struct ReferenceArray<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The objects, for code that is not performance-critical.
    let objects: [Object]
    private let lent: FixedArray<Unmanaged<Object>>

    init(_ objects: [Object]) {
        self.objects = objects
        lent = FixedArray(objects.map { Unmanaged.passUnretained($0) })
    }

    var count: Int { lent.count }

    /// Calls a closure with a borrowed object.
    @inline(__always)
    func lend<Result>(_ index: Int, to body: (Object) -> Result) -> Result {
        unsafe lent[index]._withUnsafeGuaranteedRef { body($0) }
    }
}
