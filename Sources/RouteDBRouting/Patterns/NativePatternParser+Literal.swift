extension NativePatternParser {
    /// The place of a literal.
    enum LiteralPlace {
        case host, path, query
    }

    /// Reads and decodes a literal up to one of the stop bytes, where the position is then.
    mutating func readLiteral(
        _ stops: ASCIISet, in place: LiteralPlace
    ) throws(PatternError) -> String {
        let start = position
        while position < bytes.count, !stops.contains(bytes[position]) { position += 1 }
        if place == .path { try checkColons(start..<position, isStart: true) }
        guard position < bytes.count, ASCIISet.decoded.contains(bytes[position]) else {
            return string(start..<position)
        }
        var decoded = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            if !stops.contains(byte) {
                if place == .path { try checkColons(position..<position + 1, isStart: false) }
                decoded.append(byte)
                position += 1
            } else if byte == UInt8(ascii: "%") {
                try readPercent(into: &decoded)
            } else if byte == UInt8(ascii: "\\") {
                try readEscape(into: &decoded, in: place)
            } else if ASCIISet.decoded.contains(byte) {
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

extension NativePatternParser {
    /// Reads the conditions; the position is at the `?`.
    mutating func readQuery() throws(PatternError) -> [QueryCondition] {
        var conditions: [QueryCondition] = []
        repeat {
            position += 1
            let start = position
            let condition = try readCondition()
            try check(condition, at: start..<position, against: conditions)
            conditions.append(condition)
        } while position < bytes.count
        return conditions
    }

    /// Reads one condition up to `&` or the end.
    private mutating func readCondition() throws(PatternError) -> QueryCondition {
        let start = position
        guard peek(0) != UInt8(ascii: "/") else { throw optionalMark() }
        let isAbsence = peek(0) == UInt8(ascii: "!")
        if isAbsence { position += 1 }
        let key = try readLiteral(.key, in: .query)
        let stop = peek(0)
        guard stop == nil || stop == UInt8(ascii: "&") || stop == UInt8(ascii: "=") else {
            throw brokenCondition(from: start, inValue: false)
        }
        guard !key.isEmpty else {
            throw failure(
                .invalidCondition, start..<position,
                stop == UInt8(ascii: "=") || isAbsence
                    ? "A condition needs a key." : "A condition cannot be empty.",
                hint: start == bytes.count && bytes[start - 1] == UInt8(ascii: "?")
                    ? "Write `(/{name})` for an optional segment, or `?key=value` for a condition."
                    : "Write `key`, `!key`, `key=value` or `key={name}`, joined by `&`.")
        }
        guard stop == UInt8(ascii: "=") else {
            return QueryCondition(key: key, test: isAbsence ? .absent : .present)
        }
        position += 1
        let test: QueryCondition.Test
        let first = peek(0)
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "<") {
            test = .capture(try readParameter(allowsPath: false))
        } else {
            test = .equals(try readLiteral(.value, in: .query))
        }
        guard peek(0) == nil || peek(0) == UInt8(ascii: "&") else {
            throw brokenCondition(from: start, inValue: true)
        }
        guard !isAbsence else {
            throw failure(
                .invalidCondition, start..<position, "`!key` cannot have a value.",
                hint: "Write `!key` for an absent key, or `\\!` for the character itself.")
        }
        return QueryCondition(key: key, test: test)
    }

    /// The error for a character that a key or value cannot contain, at the position.
    private func brokenCondition(from start: Int, inValue: Bool) -> PatternError {
        let range = character(at: position)
        switch peek(0) {
        case UInt8(ascii: "}"), UInt8(ascii: ">"), UInt8(ascii: ")"):
            return unopened()
        case UInt8(ascii: "("):
            return failure(
                .misplaced, range, "A query cannot have optional groups.",
                hint: "Write several routes, or `\\(` for the character itself.")
        case UInt8(ascii: "*"):
            return failure(
                .misplaced, range, "A query cannot have wildcards.",
                hint: "Write `key` alone for any value, or `\\*` for the character itself.")
        case UInt8(ascii: "{"), UInt8(ascii: "<"):
            return failure(
                .misplaced, range,
                inValue
                    ? "A parameter must be the whole value of its key."
                    : "A key must be text, not a parameter.",
                hint: "Write `key={name}`.")
        default:
            return failure(
                .invalidCondition, range, "A condition cannot go on after a parameter.",
                hint: "A parameter must be the whole value: write `key={name}`.")
        }
    }

    private func check(
        _ condition: QueryCondition, at range: Range<Int>, against others: [QueryCondition]
    ) throws(PatternError) {
        guard others.count < PatternLimits.conditions else {
            throw failure(
                .limitExceeded, range,
                "A pattern can have at most \(PatternLimits.conditions) conditions.",
                hint: "Remove conditions that are not needed.")
        }
        for other in others where other.key.utf8.elementsEqual(condition.key.utf8) {
            if other.isSame(as: condition) {
                throw failure(
                    .invalidCondition, range, "The pattern already has this condition.",
                    hint: "Write each condition once.")
            }
            if other.test == .absent || condition.test == .absent {
                throw failure(
                    .invalidCondition, range,
                    "A key cannot be both present and absent.",
                    hint: "Remove one of the two conditions on the key.")
            }
        }
    }
}

extension QueryCondition {
    /// Returns whether two conditions on the same key are equal, byte by byte.
    fileprivate func isSame(as other: QueryCondition) -> Bool {
        switch (test, other.test) {
        case (.equals(let one), .equals(let two)): one.utf8.elementsEqual(two.utf8)
        default: test == other.test
        }
    }
}
