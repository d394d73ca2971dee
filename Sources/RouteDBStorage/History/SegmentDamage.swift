/// A segment whose bytes are not what a writer wrote.
package struct SegmentDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the segment; 0 is the tail.
    package let segment: Int64
    /// Where in the segment's columns the rule is broken.
    package let offset: Int
    /// The rule that is broken, by its number, and how.
    package let message: String

    package var description: String { "segment \(segment), byte \(offset): \(message)" }
}
