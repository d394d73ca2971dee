/// What tells two states of a history apart: every write moves one of the numbers.
package struct HitsMoment: Hashable, Sendable {
    /// How many hits were ever written, and how many of them are pruned.
    let hits: Int64
    let pruned: Int64
    /// The newest segment.
    let segment: Int64
}
