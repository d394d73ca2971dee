/// Checks a stream of bytes for well-formed UTF-8 (Unicode 16.0, table 3-7).
struct UTF8Validator {
    private var pending = 0
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// True if the last character is complete.
    var isComplete: Bool { pending == 0 }

    /// Takes the next byte.
    @inline(__always)
    mutating func accept(_ byte: UInt8) -> Bool {
        if pending > 0 {
            guard byte >= lower, byte <= upper else { return false }
            pending &-= 1
            lower = 0x80
            upper = 0xBF
            return true
        }
        if byte < 0x80 { return true }
        return acceptLead(byte)
    }

    private mutating func acceptLead(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: pending = 1
        case 0xE0...0xEF:
            pending = 2
            if byte == 0xE0 { lower = 0xA0 }
            if byte == 0xED { upper = 0x9F }
        case 0xF0...0xF4:
            pending = 3
            if byte == 0xF0 { lower = 0x90 }
            if byte == 0xF4 { upper = 0x8F }
        default: return false
        }
        return true
    }
}

/// How text as written is decoded.
package struct TextDecoding: Hashable {
    /// The meaning of `+`.
    enum Plus {
        case itself
        /// A space, if it is written literally.
        case space
        /// A space, even if it is percent-encoded.
        case spaceAlsoEncoded
    }

    var decodesPercent = true
    var plus = Plus.itself

    /// The decoded byte at an offset, and the offset after it.
    @inline(__always)
    func byte(_ text: RawSpan, at offset: Int, to end: Int) -> (byte: UInt8, next: Int) {
        let isSpace = plus == .space && text.byte(at: offset) == UInt8(ascii: "+")
        if isSpace { return (UInt8(ascii: " "), offset &+ 1) }
        let (byte, next) =
            decodesPercent
            ? PercentCoding.byte(text, at: offset, to: end)
            : (text.byte(at: offset), offset &+ 1)
        let isLateSpace = plus == .spaceAlsoEncoded && byte == UInt8(ascii: "+")
        return (isLateSpace ? UInt8(ascii: " ") : byte, next)
    }

    /// Returns whether decoding may change a byte.
    @inline(__always)
    func isSpecial(_ byte: UInt8) -> Bool {
        (decodesPercent && byte == UInt8(ascii: "%"))
            || (plus != .itself && byte == UInt8(ascii: "+"))
    }

    /// Returns whether decoding changes a range.
    func changes(_ range: Range<Int>, of text: RawSpan) -> Bool {
        for offset in range where isSpecial(text.byte(at: offset)) { return true }
        return false
    }

    /// Appends the decoded bytes of a range.
    func decode(_ range: Range<Int>, of text: RawSpan, into bytes: inout [UInt8]) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (byte, next) = self.byte(text, at: offset, to: range.upperBound)
            bytes.append(byte)
            offset = next
        }
    }

    /// Returns the bytes of a text as it is written and, if it has escapes, percent-decoded.
    static func readings(of bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.contains(UInt8(ascii: "%")) else { return [bytes] }
        var decoded: [UInt8] = []
        TextDecoding().decode(0..<bytes.count, of: bytes.span.bytes, into: &decoded)
        return [bytes, decoded]
    }

    /// The decoded text of a range; if that is not valid UTF-8, the text as written.
    func text(_ range: Range<Int>, of text: RawSpan) -> String {
        if changes(range, of: text) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(range.count)
            decode(range, of: text, into: &bytes)
            if !bytes.contains(0), let decoded = String(validating: bytes, as: UTF8.self) {
                return decoded
            }
        }
        return String(decoding: text.extracting(range))
    }

    /// Returns whether the decoded bytes of a range equal a text.
    func decodes(_ range: Range<Int>, of url: RawSpan, to text: borrowing Span<UInt8>) -> Bool {
        var offset = range.lowerBound
        var index = 0
        while offset < range.upperBound {
            let (byte, next) = self.byte(url, at: offset, to: range.upperBound)
            guard index < text.count, text[index] == byte else { return false }
            index &+= 1
            offset = next
        }
        return index == text.count
    }

    /// The reason why a range is not well-formed text, if any: invalid UTF-8 after decoding, a NUL, or an
    /// unencoded control character.
    func problem(in range: Range<Int>, of text: RawSpan) -> InvalidURL? {
        var validator = UTF8Validator()
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (byte, next) = self.byte(text, at: offset, to: range.upperBound)
            if byte == 0 || (byte.isControl && next == offset &+ 1) {
                return InvalidURL(.controlCharacter, at: offset)
            }
            guard validator.accept(byte) else { return InvalidURL(.invalidUTF8, at: offset) }
            offset = next
        }
        return validator.isComplete ? nil : InvalidURL(.invalidUTF8, at: range.upperBound)
    }
}

extension NamespacePolicy.Values {
    /// How keys of the query are decoded.
    var keyDecoding: TextDecoding {
        TextDecoding(
            decodesPercent: decoding == .all || decoding == .parameters,
            plus: plus == .space ? .space : .itself)
    }

    /// How values of the query are decoded.
    var valueDecoding: TextDecoding {
        let plus: TextDecoding.Plus =
            switch plus {
            case .literal: .itself
            case .space: .space
            case .values: .spaceAlsoEncoded
            }
        return TextDecoding(decodesPercent: decoding != .none, plus: plus)
    }

    /// True if the text of a parameter in the path is exactly the text that was matched.
    var takesTextAsMatched: Bool {
        decoding != .parameters && plus != .values && fragment != .auto
    }

    /// True if values of several segments are texts as ``RestText`` describes them, and not as written.
    var encodesRests: Bool { decoding == .all || decoding == .parameters }

    /// How to check the text of a query or fragment: percent-decoded if the path is decoded, otherwise as
    /// written.
    var textValidity: TextDecoding { TextDecoding(decodesPercent: decoding == .all) }
}

extension String {
    /// The percent-decoded text; `nil` if the result is not valid UTF-8 or contains control characters.
    package var percentDecoded: String? {
        let decoding = TextDecoding()
        var bytes: [UInt8] = []
        withBytes { decoding.decode(0..<$0.byteCount, of: $0, into: &bytes) }
        return bytes.contains(where: \.isControl) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The text as a segment, or as a key or value of a query: all characters except unreserved ones are
    /// percent-encoded.
    package var percentEncoded: String {
        var bytes: [UInt8] = []
        PercentCoding.encode(utf8, keeping: "", into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
