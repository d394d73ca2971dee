/// One committed state of a registry.
public struct Revision: Hashable, Sendable {
    /// The number, from 1 without gaps.
    public let number: Int64
    /// When it was made, in microseconds since 1970-01-01T00:00:00Z.
    public let timeMicroseconds: Int64
    /// Who made it.
    public let author: String
    /// Why, in the author's words; empty if nothing was said.
    public let message: String
    /// By what means; empty if nothing was said.
    public let source: String
    /// What proves that neither the revision nor any before it was changed afterwards: a SHA-256
    /// hash as 64 hexadecimal digits.
    public let digest: String
}
