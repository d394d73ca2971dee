/// Escapes characters in foreign text that would control its display or deceive its reader.
///
/// Control characters move the cursor of a terminal or worse. Bidirectional overrides and isolates
/// make text appear different from what it is; line and paragraph separators split a line in two;
/// zero-width characters are invisible. Joiners and variation selectors are kept, because scripts
/// and emoji need them.
package enum PlainText {
    /// Returns whether a character must not be shown unescaped.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// Returns a character as an escape: `\x1b` for an ASCII control character, else as in JSON, so
    /// that JSON on a terminal stays valid.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x20 { return "\\x" + hexadecimal(scalar.value, digits: 2) }
        return String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }.joined()
    }

    /// Returns a number in hexadecimal, with leading zeros.
    package static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns the text with control characters escaped: no tab or line feed in a value breaks a
    /// line of output, and no value moves the cursor or reverses text.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": shown += "\\t"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case _ where isUnsafe(scalar): shown += escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
