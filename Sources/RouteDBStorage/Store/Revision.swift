/// A committed state of a registry.
public struct Revision: Hashable, Sendable {
    /// The number, from 1 without gaps.
    public let number: Int64
    /// The time of the commit, in microseconds since 1970-01-01T00:00:00Z.
    public let timeMicroseconds: Int64
    /// Who made the change.
    public let author: String
    /// Why, in the author's words; may be empty.
    public let message: String
    /// Where the change came from, such as a command or a file's name; may be empty.
    public let source: String
    /// A SHA-256 hash, as 64 hexadecimal digits, of the revision and of all before it; it proves
    /// that none of them was modified afterwards.
    public let digest: String
}
