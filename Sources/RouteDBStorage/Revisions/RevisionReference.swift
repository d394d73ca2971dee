import RouteDBRouting

/// How a person points at a revision.
///
/// | written | means |
/// |---|---|
/// | `12`, `@12` | the revision with the number; 0 is the empty registry before all of them |
/// | `2026-01-31`, `2026-01-31T09:30:00+01:00` | the newest revision that was made then or before |
/// | `name`, `@name` | the revision that the tag names |
public enum RevisionReference: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    case number(Int64)
    /// The newest revision that was made at a time, in microseconds since 1970, or before.
    case time(Int64)
    /// The name of a tag.
    case tag(String)

    /// Reads a reference.
    ///
    /// - Parameter text: The text, in one of the forms above.
    /// - Throws: `invalidValue` if it is in none of them.
    public init(_ text: String) throws(RouteDBError) {
        let isMarked = text.utf8.first == UInt8(ascii: "@")
        let bare = isMarked ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
        if !bare.isEmpty, bare.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let number = Int64(bare)
        {
            self = .number(number)
        } else if let time = Timestamp(bare), !isMarked {
            self = .time(time.microseconds)
        } else if RevisionTag.isName(bare) {
            self = .tag(bare)
        } else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a revision.",
                hint: "Give a number, as '@12', the name of a tag, or a time, as '2026-01-31' or"
                    + " '2026-01-31T09:30:00Z'.")
        }
    }

    /// The reference as it is written.
    public var description: String {
        switch self {
        case .number(let number): "@\(number)"
        case .time(let microseconds): Timestamp(microseconds: microseconds).description
        case .tag(let name): name
        }
    }
}
