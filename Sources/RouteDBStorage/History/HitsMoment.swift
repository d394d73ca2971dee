/// Identifies a state of a history: every write changes one of the numbers.
package struct HitsMoment: Hashable, Sendable {
    /// The number of hits ever written, and of those that were pruned.
    let hits: Int64
    let pruned: Int64
    /// The id of the newest segment.
    let segment: Int64
}
