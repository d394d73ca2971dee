package import RouteDBRouting

/// How bytes that need not be valid UTF-8 are exported as text, so that an import restores them
/// exactly.
///
/// - E1: Control characters are percent-encoded in the text; if the bytes are not valid UTF-8, all
///   bytes from 0x80 are too.
/// - E2: If the text differs from the bytes, or an import would take it for an absent value (an
///   empty text, or `-`), a separate column has all bytes in hexadecimal; `0x` stands for no bytes.
/// - E3: An import uses these digits only if E1 turns them into the text beside them: in a log of
///   other origin, a column of the same name may hold something else.
package enum ExactText {
    /// Returns the text for some bytes (E1).
    package static func text(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { isControl($0) || $0 >= 0x80 }) else { return bytes }
        let isText = String(validating: bytes, as: UTF8.self) != nil
        if isText, !bytes.contains(where: isControl) { return bytes }
        return bytes.flatMap { byte in
            isControl(byte) || (!isText && byte >= 0x80)
                ? Array("%\([byte].hexadecimal)".utf8) : [byte]
        }
    }

    /// Returns the hexadecimal digits of some bytes; `nil` if the text is exact (E2).
    package static func digits(of bytes: [UInt8]) -> [UInt8]? {
        if bytes.isEmpty { return Array("0x".utf8) }
        let isPlain = bytes != [UInt8(ascii: "-")] && text(of: bytes) == bytes
        return isPlain ? nil : Array(bytes.hexadecimal.utf8)
    }

    /// Returns the bytes that digits stand for; `nil` if they do not match the text (E3).
    static func bytes(_ digits: [UInt8], of text: [UInt8]) -> [UInt8]? {
        if digits == Array("0x".utf8) { return text.isEmpty ? [] : nil }
        guard digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalValue,
                let low = digits[index + 1].hexadecimalValue
            else { return nil }
            bytes.append(high << 4 | low)
        }
        let written = bytes == [UInt8(ascii: "-")] ? [] : Self.text(of: bytes)
        return written == text ? bytes : nil
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}

extension Timestamp {
    /// True if the time's text can be parsed again, which is true for years of four digits.
    package var isReadable: Bool { Timestamp(description) == self }
}

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

    /// True if the text has no bytes.
    package var isEmpty: Bool { length == 0 }

    /// True if the text is absent.
    package var isAbsent: Bool { isEmpty && self != .empty }

    /// True if the text is in the parser's storage.
    var isOwn: Bool { place & Self.ownBit != 0 }

    /// A part of the text, by its range in it.
    func part(_ part: Range<Int>) -> LogText {
        let start = range.lowerBound
        return LogText(start &+ part.lowerBound..<start &+ part.upperBound, isOwn: isOwn)
    }

    /// The range of the text.
    var range: Range<Int> {
        let start = Int(place & ~Self.ownBit)
        return start..<start &+ Int(length)
    }
}
