/// The width of text on a terminal.
enum DisplayWidth {
    /// Returns the number of terminal columns that a text occupies.
    static func of(_ text: String) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the text, cut and ending with `…` if it is wider than `width`.
    ///
    /// A character is never split from its combining marks, nor an emoji sequence in two.
    static func shortened(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var (start, used) = ("", 0)
        for character in text {
            used += of(character)
            guard used < width else { break }
            start.append(character)
        }
        return start + "…"
    }

    private static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }

    /// Returns the number of columns of a character.
    private static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        let width = scalars.reduce(0) { $0 + of($1) }
        // Terminals draw an emoji sequence as one character, and a variation selector makes a
        // sequence.
        let isSequence = scalars.contains { scalar in
            scalar == "\u{FE0F}" || scalar == "\u{200D}" && width > 2
                || scalar.properties.isEmojiModifier || 0x1F1E6...0x1F1FF ~= scalar.value
        }
        return isSequence ? 2 : width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if isWide(scalar) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator:
            return 0
        case .format:
            // A soft hyphen is visible on terminals.
            return scalar.value == 0xAD ? 1 : 0
        default:
            // Vowels and final consonants of a Korean syllable are drawn together with its first
            // letter.
            return 0x1160...0x11FF ~= scalar.value ? 0 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        if scalar.properties.isEmojiPresentation { return true }
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(scalar.value)
    }

    /// Wide and fullwidth characters according to Unicode (UAX #11), without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18D08,
        0x1AFF0...0x1B2FB, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248,
        0x1F250...0x1F251, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
