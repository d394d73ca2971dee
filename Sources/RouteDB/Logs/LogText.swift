/// The location of a text of a log record: in its line, or in the parser's storage if the line has
/// it escaped or in parts.
///
/// An empty text usually means an absent value, because logs write `-` or nothing for both. Only
/// exact exports distinguish them; see ``empty``.
package struct LogText: Equatable, Sendable {
    private static let ownBit: UInt32 = 1 << 31

    private var place: UInt32
    private var length: UInt32

    /// An absent text.
    package static let none = LogText(0..<0)

    /// A text that is present, but empty.
    static let empty = LogText(0..<0, isOwn: true)

    /// Creates a text with its range in the line or in the parser's storage.
    init(_ range: Range<Int>, isOwn: Bool = false) {
        place = UInt32(truncatingIfNeeded: range.lowerBound) | (isOwn ? Self.ownBit : 0)
        length = UInt32(truncatingIfNeeded: range.count)
    }

    /// Whether the text has no bytes.
    package var isEmpty: Bool { length == 0 }

    /// Whether the text is absent.
    package var isAbsent: Bool { isEmpty && self != .empty }

    /// Whether the text is in the parser's storage.
    var isOwn: Bool { place & Self.ownBit != 0 }

    /// The range of the text.
    var range: Range<Int> {
        let start = Int(place & ~Self.ownBit)
        return start..<start &+ Int(length)
    }
}
