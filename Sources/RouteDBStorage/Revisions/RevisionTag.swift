/// A name for a revision; tags are not versioned themselves.
public struct RevisionTag: Hashable, Sendable {
    /// The name, unique in the registry.
    public let name: String
    /// The number of the revision.
    public let revision: Int64
    /// When the tag was set, in microseconds since 1970-01-01T00:00:00Z.
    public let timeMicroseconds: Int64
    /// Who set it.
    public let author: String
    /// Why, in the author's words; may be empty.
    public let message: String

    /// Whether a text can be the name of a tag: numbers and times cannot.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...EditRules.nameBytes).contains(bytes.count), let first = bytes.first,
            (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
        else { return false }
        return bytes.allSatisfy { EditRules.isNamespaceByte($0) || $0 == UInt8(ascii: "/") }
    }
}
