extension NativePatternParser {
    /// The place of a literal.
    enum LiteralPlace {
        case host, path, query
    }

    /// Reads and decodes a literal up to one of the stop bytes, where the position is then.
    mutating func readLiteral(
        _ stops: ByteSet, in place: LiteralPlace
    ) throws(PatternError) -> String {
        let start = position
        while position < bytes.count, !stops.contains(bytes[position]) { position += 1 }
        guard position < bytes.count, ByteSet.decoded.contains(bytes[position]) else {
            return string(start..<position)
        }
        var decoded = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            if !stops.contains(byte) {
                decoded.append(byte)
                position += 1
            } else if byte == UInt8(ascii: "%") {
                try readPercent(into: &decoded)
            } else if byte == UInt8(ascii: "\\") {
                try readEscape(into: &decoded, in: place)
            } else if ByteSet.decoded.contains(byte) {
                throw unexpected(byte)
            } else {
                break
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Reads consecutive percent-escapes; anything that is not an escape is literal.
    ///
    /// The text around them is valid UTF-8, so each run of escapes must be valid by itself.
    private mutating func readPercent(into decoded: inout [UInt8]) throws(PatternError) {
        let from = position
        let first = decoded.count
        while peek(0) == UInt8(ascii: "%"),
            let high = peek(1).flatMap(\UInt8.hexadecimalValue),
            let low = peek(2).flatMap(\UInt8.hexadecimalValue)
        {
            let byte = high << 4 | low
            guard !byte.isControl else {
                throw failure(
                    .invalidCharacter, position..<position + 3,
                    "A pattern cannot contain control characters, not even percent-encoded.",
                    hint: "Remove the escape: no valid URL contains this character.")
            }
            decoded.append(byte)
            position += 3
        }
        guard position > from else {
            decoded.append(UInt8(ascii: "%"))
            position += 1
            return
        }
        guard String(validating: decoded[first...], as: UTF8.self) != nil else {
            throw failure(
                .invalidCharacter, from..<position,
                "These percent-escapes do not decode to UTF-8.",
                hint: "Write the character itself, or all of its UTF-8 bytes.")
        }
    }

    private mutating func readEscape(
        into decoded: inout [UInt8], in place: LiteralPlace
    ) throws(PatternError) {
        let escaped = character(at: position + 1)
        guard let byte = peek(1) else {
            throw failure(
                .invalidCharacter, position..<position + 1, "This `\\` escapes nothing.",
                hint: "Write `\\\\` for a backslash.")
        }
        if byte.isControl {
            position += 1
            throw unexpected(byte)
        }
        if byte == UInt8(ascii: "/"), place != .query {
            throw failure(
                .invalidCharacter, position..<position + 2, "A `/` cannot be escaped this way.",
                hint: "Write `%2F` for a slash within a segment.")
        }
        decoded.append(contentsOf: bytes[escaped])
        position = escaped.upperBound
    }

    private func unexpected(_ byte: UInt8) -> PatternError {
        let range = position..<position + 1
        if byte == UInt8(ascii: "#") {
            return failure(
                .invalidCharacter, range, "A pattern cannot have a fragment.",
                hint: "Write `\\#` for the character itself.")
        }
        return failure(
            .invalidCharacter, range, "A pattern cannot contain control characters.",
            hint: "Remove the character: no valid URL contains it.")
    }
}
