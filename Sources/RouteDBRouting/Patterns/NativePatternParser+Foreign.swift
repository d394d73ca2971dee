// Refuses the marks of other routers' languages, which would be taken as literals, and names ours.
extension NativePatternParser {
    /// Refuses a method before the path, as in `GET /users`.
    func checkMethod() throws(PatternError) {
        let method = bytes.prefix {
            0x41...0x5A ~= $0 || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ",")
        }
        guard method.count > 2, method.count < bytes.count,
            bytes[method.count] == UInt8(ascii: " ")
        else { return }
        throw failure(
            .misplaced, 0..<method.count, "A pattern has no method.",
            hint: "Leave it out here, and give it as the kind of the route.")
    }

    /// The error for a mark of other languages at the position.
    func foreignMark() -> PatternError {
        let mark = string(position..<position + 1)
        let hint =
            switch mark {
            case "|":
                "Write `{name:enum(a,b)}` for one of some texts, or `\\|` for the character itself."
            case "^": "A pattern is no regular expression; write `\\^` for the character itself."
            default:
                "Write `{name}` for a segment, `{name:path}` for one or more, or `\\\(mark)` for the"
                    + " character itself."
            }
        return failure(
            .invalidCharacter, position..<position + 1, "In a path, `\(mark)` must be escaped.",
            hint: hint)
    }

    /// Refuses a `:` before a name in a run of literal text, unless a parameter in braces stands before it.
    func checkColons(_ run: Range<Int>, isStart: Bool) throws(PatternError) {
        for index in run where bytes[index] == UInt8(ascii: ":") {
            guard index + 1 < bytes.count, bytes[index + 1].isNameStart else { continue }
            if isStart, index == run.lowerBound, index > 0,
                bytes[index - 1] == UInt8(ascii: "}") || bytes[index - 1] == UInt8(ascii: ">")
            {
                continue
            }
            var end = index + 1
            while end < bytes.count, bytes[end].isNameByte { end += 1 }
            let name = string(index + 1..<end)
            throw failure(
                .misplaced, index..<end, "`:name` must be a whole segment.",
                hint: "Write `{\(name)}` for a value, or `\\:` for the character itself.")
        }
    }

    /// Refuses a regular expression in parentheses behind `:name`; the position is at the `(`.
    func checkGroupAfterName() throws(PatternError) {
        guard let first = peek(1) else { return }
        let isRepeated = peek(2) == UInt8(ascii: "*") || peek(2) == UInt8(ascii: "+")
        let isExpression =
            switch first {
            case UInt8(ascii: "\\"), UInt8(ascii: "["), UInt8(ascii: "^"), UInt8(ascii: "?"): true
            case UInt8(ascii: "."): isRepeated
            default: first.isNameStart || first.isASCIIDigit
            }
        guard isExpression else { return }
        throw failure(
            .misplaced, position..<position + 1,
            "A `(` behind `:name` would begin a regular expression, which patterns do not have.",
            hint: "Write `{name:int}` or `{name:enum(a,b)}` for a type, or `{name}` before a group."
        )
    }

    /// The error for a condition that begins with `/`: the `?` before it made a segment optional.
    func optionalMark() -> PatternError {
        failure(
            .invalidCondition, position..<position + 1, "A condition cannot begin with `/`.",
            hint: "Write `(/{name})` for an optional segment, or `\\/` for the character itself.")
    }

    /// The hint for what stands beside a wildcard: `*rest` is a value of several segments elsewhere.
    func wildcardHint(_ range: Range<Int>) -> String {
        let rule = PathViolation.Rule.notWhole
        guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: "*") else {
            return rule.hint
        }
        var end = range.lowerBound
        while end < bytes.count, bytes[end].isNameByte { end += 1 }
        guard end > range.lowerBound, bytes[range.lowerBound].isNameStart else { return rule.hint }
        return
            "Write `{\(string(range.lowerBound..<end)):path}` for one or more segments, or `\\*`."
    }
}
