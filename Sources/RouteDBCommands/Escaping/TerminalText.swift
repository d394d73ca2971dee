import RouteDB

/// Escapes characters in foreign text that would control a terminal or deceive its reader.
///
/// Control characters move the cursor or worse. Bidirectional overrides and isolates make text
/// appear different from what it is; line and paragraph separators split a line in two; zero-width
/// characters are invisible. Joiners and variation selectors are kept, because scripts and emoji
/// need them.
package enum TerminalText {
    /// Returns whether a character must not reach a terminal unescaped.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// Returns a character as an escape: `\x1b` for an ASCII control character, else as in JSON, so
    /// that JSON on a terminal stays valid.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x20 { return "\\x" + hexadecimal(scalar.value, digits: 2) }
        return String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }.joined()
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    // MARK: Text of many lines

    /// Appends text of the tool for a terminal: line endings, tabs and colors are kept, everything
    /// else that is unsafe is escaped, and so is invalid UTF-8.
    static func append(_ text: some Collection<UInt8>, to bytes: inout [UInt8]) {
        guard text.contains(where: mayBeUnsafe) else {
            bytes.append(contentsOf: text)
            return
        }
        var rest = Array(text)[...]
        while let first = rest.first {
            if let length = lengthOfOwn(rest) {
                bytes.append(contentsOf: rest.prefix(length))
                rest = rest.dropFirst(length)
            } else if first < 0x80 {
                appendScalar(Unicode.Scalar(first), to: &bytes)
                rest = rest.dropFirst()
            } else {
                var parser = Unicode.UTF8.ForwardParser()
                var iterator = rest.makeIterator()
                guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
                    bytes.append(contentsOf: "\\x\(hexadecimal(UInt32(first), digits: 2))".utf8)
                    rest = rest.dropFirst()
                    continue
                }
                appendScalar(Unicode.UTF8.decode(encoded), to: &bytes)
                rest = rest.dropFirst(encoded.count)
            }
        }
    }

    private static func appendScalar(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isUnsafe(scalar) ? escape(scalar) : String(scalar)).utf8)
    }

    private static func mayBeUnsafe(_ byte: UInt8) -> Bool {
        byte >= 0x7F || (byte < 0x20 && byte != 0x0A && byte != 0x09)
    }

    /// Returns the length of a line ending, a tab or a color sequence at the start of a text.
    private static func lengthOfOwn(_ text: ArraySlice<UInt8>) -> Int? {
        switch text.first {
        case 0x0A, 0x09: return 1
        case 0x0D: return text.dropFirst().first == 0x0A ? 2 : nil
        case 0x1B:
            let parameters = text.dropFirst(2).prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ";") }
            guard text.dropFirst().first == UInt8(ascii: "["), parameters.count <= 16,
                text.dropFirst(2 + parameters.count).first == UInt8(ascii: "m")
            else { return nil }
            return 3 + parameters.count
        default: return nil
        }
    }
}

/// Text that is safe to show on one line of a terminal.
package enum PlainText {
    /// Returns the text with control characters escaped: no tab or line feed in a value breaks a
    /// line of output, and no value moves the cursor or reverses text.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": shown += "\\t"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case _ where TerminalText.isUnsafe(scalar): shown += TerminalText.escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
