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
                    ? "A condition has a key." : "A condition is not empty.",
                hint: "Write `key`, `!key`, `key=value` or `key={name}`, joined by `&`.")
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
                .invalidCondition, start..<position, "`!key` has no value.",
                hint: "Write `!key` for a key that is not there, or `\\!` for the character.")
        }
        return QueryCondition(key: key, test: test)
    }

    /// The error for a mark that a key or value cannot have; the position is at it.
    private func brokenCondition(from start: Int, inValue: Bool) -> PatternError {
        let range = character(at: position)
        switch peek(0) {
        case UInt8(ascii: "}"), UInt8(ascii: ">"), UInt8(ascii: ")"):
            return unopened()
        case UInt8(ascii: "("):
            return failure(
                .misplaced, range, "A query has no optional groups.",
                hint: "Write several routes, or `\\(` for the character itself.")
        case UInt8(ascii: "*"):
            return failure(
                .misplaced, range, "A query has no wildcards.",
                hint: "Write `key` alone for any value, or `\\*` for the character itself.")
        case UInt8(ascii: "{"), UInt8(ascii: "<"):
            return failure(
                .misplaced, range,
                inValue
                    ? "A parameter is the whole value of its key."
                    : "A key is text, not a parameter.",
                hint: "Write `key={name}`.")
        default:
            return failure(
                .invalidCondition, range, "After a parameter, the condition ends.",
                hint: "A parameter is the whole value: write `key={name}`.")
        }
    }

    private func check(
        _ condition: QueryCondition, at range: Range<Int>, against others: [QueryCondition]
    ) throws(PatternError) {
        guard others.count < PatternLimits.conditions else {
            throw failure(
                .limitExceeded, range,
                "A pattern has at most \(PatternLimits.conditions) conditions.",
                hint: "Leave out the conditions that decide nothing.")
        }
        for other in others where other.key.utf8.elementsEqual(condition.key.utf8) {
            if other.isSame(as: condition) {
                throw failure(
                    .invalidCondition, range, "The pattern has this condition already.",
                    hint: "Write each condition once.")
            }
            if other.test == .absent || condition.test == .absent {
                throw failure(
                    .invalidCondition, range,
                    "A key cannot be both there and not there.",
                    hint: "Remove one of the two conditions on the key.")
            }
        }
    }
}

extension QueryCondition {
    /// Whether two conditions on the same key are the same, byte by byte.
    fileprivate func isSame(as other: QueryCondition) -> Bool {
        switch (test, other.test) {
        case (.equals(let one), .equals(let two)): one.utf8.elementsEqual(two.utf8)
        default: test == other.test
        }
    }
}
