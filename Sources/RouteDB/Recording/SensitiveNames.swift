import RouteDBRouting

/// Finds the names whose values must not be kept, in any spelling: in any case, percent-encoded or
/// escaped as in JSON, any number of times, with invisible characters in between.
///
/// 1. A name must begin and end at a word boundary: `email` occurs in `user.email`, `user_email`,
///    `userEmail` and `email[0]`, but not in `emailed`.
/// 2. A name does not count inside a longer name that a rule keeps, such as `email_sent=keep`.
/// 3. A text that is encoded more deeply than is ever decoded is assumed to contain every name.
struct SensitiveNames: Sendable {
    /// The maximum number of times that a text is decoded.
    private static let depth = 8

    /// The folded names, in lower case.
    private let names: [[UInt8]]
    /// The folded names that rules keep.
    private let kept: Set<[UInt8]>

    init(_ names: some Sequence<String>, keeping kept: some Sequence<String>) {
        self.names = names.map(Self.folded)
        self.kept = Set(kept.map(Self.folded))
    }

    private static func folded(_ name: String) -> [UInt8] {
        FoldedText.folding(Array(name.lowercased().utf8)).map(\.asciiLowercased)
    }

    var isEmpty: Bool { names.isEmpty }

    /// Returns whether a text contains one of the names.
    func occur(in bytes: [UInt8]) -> Bool {
        isTrue(ofSomeReadingOf: bytes) { text in
            names.contains { end(of: $0, in: text, 0..<text.count) != nil }
        }
    }

    /// Returns whether a text contains one of the names and what may be its value.
    ///
    /// A value is a mark such as `=`, `:`, `>` or a quote, followed by some text, between the name
    /// and the next `&`.
    func occurWithValue(in bytes: [UInt8]) -> Bool {
        isTrue(ofSomeReadingOf: bytes) { text in
            names.contains { hasValue(of: $0, in: text) }
        }
    }

    private func isTrue(ofSomeReadingOf bytes: [UInt8], _ test: ([UInt8]) -> Bool) -> Bool {
        guard !isEmpty else { return false }
        var bytes = bytes
        for _ in 0..<Self.depth {
            let folded = FoldedText.folding(bytes)
            if test(folded) { return true }
            if let visible = FoldedText.visible(folded), test(visible) { return true }
            guard let decoded = FoldedText.decodingEscapes(bytes) else { return false }
            bytes = decoded
        }
        return true
    }

    private func hasValue(of name: [UInt8], in text: [UInt8]) -> Bool {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
            // If nothing after the first occurrence is a value, nothing after a later one is
            // either.
            if let nameEnd = self.end(of: name, in: text, start..<end),
                isTrue(ofSomeReadingOf: Array(text[nameEnd..<end]), Self.isValue)
            {
                return true
            }
            start = end + 1
        }
        return false
    }

    /// Returns whether the text after a name may contain a value.
    private static func isValue(_ text: [UInt8]) -> Bool {
        let end = text.firstIndex(of: UInt8(ascii: "&")) ?? text.count
        guard let mark = text[..<end].firstIndex(where: introducesValue) else { return false }
        return text[mark..<end].contains(where: isOfValue)
    }

    /// Returns whether a byte separates a name from its value in some notation.
    private static func introducesValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "\\"), 0..<0x20, 0x7F:
            true
        default: false
        }
    }

    /// Returns whether a byte after such a separator can be part of a value.
    private static func isOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"),
            UInt8(ascii: "<"), UInt8(ascii: ","), UInt8(ascii: ";"):
            false
        default: !introducesValue(byte)
        }
    }

    // MARK: Finding

    /// Returns the end of the first occurrence of a name in a range.
    private func end(of name: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let first = name.first, range.count >= name.count else { return nil }
        for start in range.lowerBound...range.upperBound - name.count
        where text[start].asciiLowercased == first {
            let end = start + name.count
            guard Self.isBorder(text, start, in: range), Self.isBorder(text, end, in: range),
                text[start..<end].elementsEqual(name, by: { $0.asciiLowercased == $1 }),
                kept.isEmpty || !isKept(text, start..<end, in: range)
            else { continue }
            return end
        }
        return nil
    }

    /// Returns whether there is a word boundary at an offset.
    private static func isBorder(_ text: [UInt8], _ offset: Int, in range: Range<Int>) -> Bool {
        guard offset > range.lowerBound, offset < range.upperBound else { return true }
        let (before, behind) = (text[offset - 1], text[offset])
        if before.isASCIIDigit { return !behind.isASCIIDigit }
        guard before.isASCIILetter, behind.isASCIILetter else { return true }
        return before == before.asciiLowercased && behind != behind.asciiLowercased
    }

    /// Returns whether the whole name that a range is part of is one that a rule keeps.
    private func isKept(_ text: [UInt8], _ name: Range<Int>, in range: Range<Int>) -> Bool {
        var (start, end) = (name.lowerBound, name.upperBound)
        while start > range.lowerBound, text[start - 1].isNameByte { start -= 1 }
        while end < range.upperBound, text[end].isNameByte { end += 1 }
        return kept.contains(text[start..<end].map(\.asciiLowercased))
    }

    // MARK: Brackets

    /// Returns whether a text ends inside quotes or brackets, so that the text after it may belong to it.
    static func isLeftOpen(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        for _ in 0..<Self.depth {
            guard let decoded = FoldedText.decodingEscapes(bytes) else { break }
            bytes = decoded
        }
        var (open, isQuoted) = (0, false)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): open -= 1
            default: break
            }
        }
        return isQuoted || open > 0
    }
}
