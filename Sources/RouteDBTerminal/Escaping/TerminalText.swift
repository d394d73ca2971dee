import RouteDB

/// Escapes characters in text of many lines that would control a terminal or deceive its reader.
enum TerminalText {
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
                    bytes.append(
                        contentsOf: "\\x\(PlainText.hexadecimal(UInt32(first), digits: 2))".utf8)
                    rest = rest.dropFirst()
                    continue
                }
                appendScalar(Unicode.UTF8.decode(encoded), to: &bytes)
                rest = rest.dropFirst(encoded.count)
            }
        }
    }

    private static func appendScalar(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        bytes.append(
            contentsOf: (PlainText.isUnsafe(scalar) ? PlainText.escape(scalar) : String(scalar))
                .utf8)
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
