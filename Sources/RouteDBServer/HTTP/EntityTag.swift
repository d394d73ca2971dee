#if Server
package import HTTPTypes
package import RouteDB

/// An entity tag (RFC 9110, section 8.8.3): the name of a state of what a request is about.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotation marks.
    package let opaque: String
    /// True if the state may differ in ways that do not matter, such as its encoding.
    package let isWeak: Bool

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads a tag.
    package init?(parsing text: String) {
        guard case .oneOf(let tags)? = EntityTagCondition(text), tags.count == 1 else { return nil }
        self = tags[0]
    }

    /// Creates the tag of a revision.
    package init(revision: Int64) { self.init("rev-\(revision)") }

    /// Creates the tag of an item's content: the beginning of its SHA-256 hash.
    package init(item: JSONObject) {
        self.init(Self.item + Self.digest(of: Array(item.description.utf8)))
    }

    /// Creates the tag of a content.
    package init(content: [UInt8]) { self.init(Self.digest(of: content)) }

    /// The beginning of the SHA-256 hash of bytes.
    private static func digest(of bytes: [UInt8]) -> String {
        Array(SHA256.digest(of: bytes).prefix(12)).hexadecimal
    }

    private static let item = "item-"

    /// True if the tag is that of an item's content.
    package var isOfItem: Bool { opaque.hasPrefix(Self.item) }

    /// The revision that the tag names; `nil` for the tag of something else.
    package var revision: Int64? {
        let text = uncompressed.opaque
        return text.hasPrefix("rev-") ? Int64(text.dropFirst(4)) : nil
    }

    /// The tag as answers and requests have it.
    package var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    // MARK: Compression

    private static let compression = "-gzip"

    /// The tag of the same state in a compressed answer, whose bytes are others.
    package var compressed: EntityTag { EntityTag(opaque + Self.compression, isWeak: isWeak) }

    /// The tag of the same state in an answer that is not compressed.
    private var uncompressed: EntityTag {
        guard opaque.hasSuffix(Self.compression) else { return self }
        return EntityTag(String(opaque.dropLast(Self.compression.count)), isWeak: isWeak)
    }

    // MARK: Comparison (RFC 9110, section 8.8.3.2)

    /// Returns whether both tags are strong and name the same state.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && matchesWeakly(other)
    }

    /// Returns whether both tags name the same state, whether they are strong or weak.
    package func matchesWeakly(_ other: EntityTag) -> Bool {
        uncompressed.opaque.utf8.elementsEqual(other.uncompressed.opaque.utf8)
    }
}

/// The value of `If-Match` or `If-None-Match`.
package enum EntityTagCondition: Hashable, Sendable {
    /// Any state: what the request is about exists.
    case any
    /// One of some states; with none, no state.
    case oneOf([EntityTag])

    /// Reads a value; `nil` if it is not valid.
    ///
    ///     "*" / [ entity-tag ] *( OWS "," OWS [ entity-tag ] )
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        Self.skipSpace(&rest)
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            Self.skipSpace(&rest)
            guard rest.isEmpty else { return nil }
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while true {
            Self.skipSpace(&rest)
            if rest.first == UInt8(ascii: ",") {
                rest.removeFirst()
                continue
            }
            if rest.isEmpty { break }
            guard let tag = Self.tag(&rest) else { return nil }
            tags.append(tag)
            Self.skipSpace(&rest)
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
        self = .oneOf(tags)
    }

    private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) {
        bytes = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private static func tag(_ bytes: inout ArraySlice<UInt8>) -> EntityTag? {
        let isWeak = bytes.starts(with: "W/".utf8)
        if isWeak { bytes = bytes.dropFirst(2) }
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        let text = bytes.dropFirst().prefix { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
        bytes = bytes.dropFirst(1 + text.count)
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        bytes.removeFirst()
        return EntityTag(String(decoding: text, as: UTF8.self), isWeak: isWeak)
    }
}

/// The states for which a request is meant (RFC 9110, section 13.1), by entity tags.
package struct Preconditions: Hashable, Sendable {
    /// The states of which one must be the current one, by strong comparison.
    package let match: EntityTagCondition?
    /// The states of which none may be the current one, by weak comparison.
    package let noneMatch: EntityTagCondition?

    package init(match: EntityTagCondition? = nil, noneMatch: EntityTagCondition? = nil) {
        self.match = match
        self.noneMatch = noneMatch
    }

    /// Reads the fields of a request.
    package init(_ fields: HTTPFields) throws(Problem) {
        self.init(
            match: try Self.condition(.ifMatch, in: fields),
            noneMatch: try Self.condition(.ifNoneMatch, in: fields))
    }

    private static func condition(
        _ name: HTTPField.Name, in fields: HTTPFields
    ) throws(Problem) -> EntityTagCondition? {
        guard let text = fields.value(of: name) else { return nil }
        if let condition = EntityTagCondition(text) { return condition }
        throw Problem(
            .badRequest, "invalidRequest",
            "\(text.excerpt) is not a list of entity tags for '\(name.rawName)'.",
            hint: "Send ETags of the service with their quotation marks, such as \"rev-7\", or '*'."
        )
    }

    /// Checks a request that reads something with a tag, and returns the tag of which the caller has the
    /// answer already; `nil` if there is none.
    package func tagToConfirm(for current: EntityTag) throws(Problem) -> EntityTag? {
        if case .oneOf(let tags)? = match, !tags.contains(where: current.matchesStrongly) {
            throw Self.failure("The current state, \(current), is none of 'If-Match'.")
        }
        switch noneMatch {
        case nil: return nil
        case .any?: return current
        case .oneOf(let tags)?:
            guard let tag = tags.first(where: current.matchesWeakly) else { return nil }
            // The caller may have any representation of the state.
            return EntityTag(tag.opaque)
        }
    }

    /// Checks a request that changes an item, by the tags of items that it names; others are checked before.
    package func check(
        _ item: EntityTag?, at revision: Int64, _ noun: String
    ) throws(Problem) {
        if case .oneOf(let tags)? = match, tags.contains(where: \.isOfItem) {
            let holds = tags.contains { tag in
                tag.isOfItem
                    ? item.map(tag.matchesStrongly) ?? false
                    : !tag.isWeak && tag.revision == revision
            }
            guard holds else {
                throw Self.failure(
                    item.map { "The \(noun) has changed: its ETag is now \($0)." }
                        ?? "There is no such \(noun) any more.")
            }
        }
        if case .oneOf(let tags)? = noneMatch, let item, tags.contains(where: item.matchesWeakly) {
            throw Self.failure("The \(noun) is as one of 'If-None-Match' says.")
        }
    }

    /// Checks a request that stores something under a name.
    package func check(exists: Bool, _ noun: String, _ name: String) throws(Problem) {
        if exists, noneMatch == .any {
            throw Self.failure(
                "There is a \(noun) \(name.excerpt) already.",
                hint: "Send the request without 'If-None-Match: *' to replace it.")
        }
        if !exists, match == .any {
            throw Self.failure(
                "There is no \(noun) \(name.excerpt) yet.",
                hint: "Send the request without 'If-Match: *' to add it.")
        }
    }

    /// The problem of a request whose preconditions do not hold.
    static func failure(_ message: String, hint: String? = nil) -> Problem {
        Problem(
            .preconditionFailed, "preconditionFailed", message,
            hint: hint ?? "Read it again, and decide by what it is now.")
    }
}
#endif
