/// An error for a segment whose bytes violate the rules of the format.
package struct SegmentDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the segment; 0 for the tail.
    package let segment: Int64
    /// The offset in the segment's columns where the rule is violated.
    package let offset: Int
    /// A description of the violation, with the number of the rule.
    package let message: String

    package var description: String { "segment \(segment), byte \(offset): \(message)" }
}
