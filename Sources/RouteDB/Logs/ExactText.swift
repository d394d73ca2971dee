package import RouteDBRouting

/// How a text that need not be text is exported, so that a log's reader gets its very bytes back.
///
/// - E1: The text is written with its control characters percent-encoded, and if it is not UTF-8
///   with all bytes from 0x80 on as well.
/// - E2: Where this is not the text itself, or a reader would take it for an absent value (an empty
///   text, or `-`), a column of its own has all bytes in hexadecimal digits; `0x` is the empty text.
/// - E3: A reader believes these digits only if the text is what E1 makes of them: in another log
///   a column of the same name may hold something else.
package enum ExactText {
    /// What is written for the text (E1).
    package static func text(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { isControl($0) || $0 >= 0x80 }) else { return bytes }
        let isText = String(validating: bytes, as: UTF8.self) != nil
        if isText, !bytes.contains(where: isControl) { return bytes }
        return bytes.flatMap { byte in
            isControl(byte) || (!isText && byte >= 0x80)
                ? Array("%\([byte].hexadecimal)".utf8) : [byte]
        }
    }

    /// The digits of all bytes; `nil` if the text says all (E2).
    package static func digits(of bytes: [UInt8]) -> [UInt8]? {
        if bytes.isEmpty { return Array("0x".utf8) }
        let isPlain = bytes != [UInt8(ascii: "-")] && text(of: bytes) == bytes
        return isPlain ? nil : Array(bytes.hexadecimal.utf8)
    }

    /// The bytes that digits stand for; `nil` if they do not belong to the text (E3).
    ///
    /// - Parameters:
    ///   - digits: The digits.
    ///   - text: What stands in the column of the text; nothing for an absent value.
    /// - Returns: The bytes.
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
    /// Whether the time as text can be read back: it is within the years that have four digits.
    package var isReadable: Bool { Timestamp(description) == self }
}
