/// Where a text of a log record stands: in its line, or in the parser's own bytes where the line
/// has it escaped or in pieces.
///
/// An empty text is an absent one: logs write `-` or nothing for both. Only what was exported
/// exactly can tell them apart, as ``empty``.
package struct LogText: Equatable, Sendable {
    private static let ownBit: UInt32 = 1 << 31

    private var place: UInt32
    private var length: UInt32

    /// No text.
    package static let none = LogText(0..<0)

    /// A text that is there, and has no bytes.
    static let empty = LogText(0..<0, isOwn: true)

    /// Makes a text that stands in the line, or in the parser's own bytes.
    init(_ range: Range<Int>, isOwn: Bool = false) {
        place = UInt32(truncatingIfNeeded: range.lowerBound) | (isOwn ? Self.ownBit : 0)
        length = UInt32(truncatingIfNeeded: range.count)
    }

    /// Whether there are no bytes.
    package var isEmpty: Bool { length == 0 }

    /// Whether there is no text.
    package var isAbsent: Bool { isEmpty && self != .empty }

    /// Whether the text stands in the parser's own bytes.
    var isOwn: Bool { place & Self.ownBit != 0 }

    /// The place of the text.
    var range: Range<Int> {
        let start = Int(place & ~Self.ownBit)
        return start..<start &+ Int(length)
    }
}
