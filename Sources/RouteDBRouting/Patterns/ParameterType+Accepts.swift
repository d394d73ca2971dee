extension ParameterType {
    /// Returns whether the decoded bytes of a value are of this type.
    ///
    /// - Complexity: Linear in the bytes, and, for ``oneOf(_:)``, in the number of texts.
    ///   Allocates nothing, except for a `float` with an exponent.
    @inline(__always)
    package func accepts(_ bytes: RawSpan) -> Bool {
        if case .string = self { return bytes.byteCount > 0 }
        return acceptsTyped(bytes)
    }

    private func acceptsTyped(_ bytes: RawSpan) -> Bool {
        switch self {
        case .string, .path, .converter:
            return bytes.byteCount > 0
        case .int(let minimum, let maximum):
            return IntegerGrammar.value(of: bytes, from: minimum, to: maximum) != nil
        case .float: return NumberGrammar.acceptsFloat(bytes)
        case .decimal, .number: return NumberGrammar.acceptsDecimal(bytes)
        case .bool: return bytes.byteCount > 0 && Self.boolPrefix(bytes) == bytes.byteCount
        case .uuid: return UUIDGrammar.accepts(bytes)
        case .date: return DateGrammar.accepts(bytes)
        case .slug: return bytes.byteCount > 0 && SlugGrammar.prefix(bytes) == bytes.byteCount
        case .hex: return HexGrammar.accepts(bytes)
        case .oneOf(let texts, let foldsCase):
            for text in texts
            where text.utf8.count == bytes.byteCount
                && Self.begins(bytes, with: text, foldingCase: foldsCase)
            {
                return true
            }
            return false
        }
    }

    /// An upper bound for the length of an accepted value at the start of the bytes.
    ///
    /// No longer prefix is accepted, so a matcher that tries the ends of a value need not go further.
    /// Zero means that no prefix is accepted.
    ///
    /// - Complexity: Linear in the result. Allocates nothing.
    package func acceptablePrefix(of bytes: RawSpan) -> Int {
        switch self {
        case .string, .path, .converter:
            return bytes.byteCount
        case .int:
            let start = NumberGrammar.sign(bytes)
            let end = NumberGrammar.digits(bytes, from: start)
            return end > start ? end : 0
        case .float: return NumberGrammar.floatPrefix(bytes)
        case .decimal, .number: return NumberGrammar.decimalPrefix(bytes)
        case .bool: return Self.boolPrefix(bytes)
        case .uuid:
            let isUUID = bytes.byteCount >= UUIDGrammar.length && UUIDGrammar.begins(bytes)
            return isUUID ? UUIDGrammar.length : 0
        case .date:
            let isDate = bytes.byteCount >= DateGrammar.length && DateGrammar.begins(bytes)
            return isDate ? DateGrammar.length : 0
        case .slug: return SlugGrammar.prefix(bytes)
        case .hex:
            var end = 0
            while end < bytes.byteCount, HexGrammar.isHex(bytes.byte(at: end)) { end += 1 }
            return end
        case .oneOf(let texts, let foldsCase):
            var longest = 0
            for text in texts
            where text.utf8.count > longest
                && Self.begins(bytes, with: text, foldingCase: foldsCase)
            {
                longest = text.utf8.count
            }
            return longest
        }
    }

    /// The length of the longest Boolean at the start, or 0.
    @inline(__always)
    private static func boolPrefix(_ bytes: RawSpan) -> Int {
        guard bytes.byteCount > 0 else { return 0 }
        switch bytes.byte(at: 0) {
        case UInt8(ascii: "0"), UInt8(ascii: "1"): return 1
        case UInt8(ascii: "t"): return begins(bytes, with: "true") ? 4 : 0
        case UInt8(ascii: "f"): return begins(bytes, with: "false") ? 5 : 0
        default: return 0
        }
    }

    /// Returns whether the bytes begin with those of a text.
    @inline(__always)
    private static func begins(
        _ bytes: RawSpan, with text: String, foldingCase: Bool = false
    ) -> Bool {
        var index = 0
        for byte in text.utf8 {
            guard index < bytes.byteCount else { return false }
            let other = bytes.byte(at: index)
            guard
                other == byte || foldingCase && other.asciiLowercased == byte.asciiLowercased
            else { return false }
            index += 1
        }
        return true
    }

    /// The text of a list as which the type takes a text, which may be in other letters; otherwise the
    /// text.
    package func listed(_ text: String) -> String {
        guard case .oneOf(let texts, foldsCase: true) = self,
            !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) })
        else { return text }
        return texts.first {
            $0.utf8.elementsEqual(text.utf8) { $0.asciiLowercased == $1.asciiLowercased }
        } ?? text
    }
}

/// Lower-case words of ASCII letters and digits, joined by single hyphens.
enum SlugGrammar {
    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte.isASCIIDigit
    }

    /// The end of the longest slug at the start, or 0.
    @inline(__always)
    static func prefix(_ bytes: RawSpan) -> Int {
        let count = bytes.byteCount
        var index = 0
        var end = 0
        while index < count {
            while index < count, isWord(bytes.byte(at: index)) { index += 1 }
            // The last hyphen must be followed by a word.
            guard index > end || end == 0 else { break }
            let isAfterHyphen = end > 0
            if isAfterHyphen, index == end + 1 { break }
            end = index
            guard end > 0, index < count, bytes.byte(at: index) == UInt8(ascii: "-") else { break }
            index += 1
        }
        return end
    }
}

/// UUIDs: 8-4-4-4-12 hexadecimal digits of either case.
enum UUIDGrammar {
    static let length = 36

    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == length && begins(bytes)
    }

    /// Returns whether the first 36 bytes, which must exist, are a UUID.
    @inline(__always)
    static func begins(_ bytes: RawSpan) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard bytes.byte(at: 8) == hyphen, bytes.byte(at: 13) == hyphen,
            bytes.byte(at: 18) == hyphen, bytes.byte(at: 23) == hyphen
        else { return false }
        let middle = UInt64(bytes.halfWord(at: 9)) << 32 | UInt64(bytes.halfWord(at: 14))
        let end = UInt64(bytes.halfWord(at: 19)) << 32 | UInt64(bytes.halfWord(at: 32))
        return HexGrammar.isHex(bytes.word(at: 0)) && HexGrammar.isHex(middle)
            && HexGrammar.isHex(bytes.word(at: 24)) && HexGrammar.isHex(end)
    }
}
