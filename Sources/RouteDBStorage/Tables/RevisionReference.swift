public import RouteDBDatabase
public import RouteDBRouting

/// A text that identifies a revision.
///
/// | written | means |
/// |---|---|
/// | `12` | the revision with the number; 0 is the empty registry before all of them |
/// | `2026-01-31T09:30:00+01:00` | the newest revision committed in or before that second |
/// | `2026-01-31` | the newest revision committed on or before that day, in UTC |
/// | `@live` | the newest revision |
/// | `name` | the revision that the tag refers to |
///
/// Each form may begin with `@`.
public enum RevisionReference: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    case number(Int64)
    /// The newest revision committed at or before a time.
    case time(Timestamp)
    /// The name of a tag.
    case tag(String)
    /// The newest revision.
    case live

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
        } else if isMarked, bare == Self.liveName {
            self = .live
        } else if let time = Timestamp(bare) {
            // Includes the whole second, minute or day, so that a time shown in a log finds its
            // revision.
            let end = time.microseconds + Self.microseconds(namedBy: bare)
            self = .time(Timestamp(microseconds: end - 1))
        } else if RevisionTag.isName(bare) {
            self = .tag(bare)
        } else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a valid revision.",
                hint: "Use a number, such as '@12', the name of a tag, a time, such as '2026-01-31'"
                    + " or '2026-01-31T09:30:00Z', or '@live' for the newest revision.")
        }
    }

    private static let liveName = "live"

    /// The length of the period that a time stands for, in microseconds: a day, a minute, a second,
    /// or 1.
    private static func microseconds(namedBy time: String) -> Int64 {
        let bytes = Array(time.utf8)
        guard bytes.count > 10 else { return 86_400_000_000 }
        let clock = bytes[11...].prefix { !"Zz+-".utf8.contains($0) }
        if clock.contains(UInt8(ascii: ".")) { return 1 }
        return clock.count > 5 ? 1_000_000 : 60_000_000
    }

    /// The reference as text.
    public var description: String {
        switch self {
        case .number(let number): "@\(number)"
        case .time(let time): time.description
        case .tag(let name): name
        case .live: "@\(Self.liveName)"
        }
    }
}
