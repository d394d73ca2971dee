extension NativePatternParser {
    /// Reads a type up to the byte that ends it.
    ///
    /// The parameter begins at `open`. `otherSide` is the text in the place of the name, for a hint if the
    /// two are swapped.
    mutating func readType(
        _ open: Int, end: UInt8, otherSide: String
    ) throws(PatternError) -> ParameterType {
        guard peek(0) != UInt8(ascii: "@") else { return try readConverter(open, end: end) }
        let start = position
        while position < bytes.count, bytes[position].isNameByte { position += 1 }
        let nameEnd = position
        guard let next = peek(0) else { throw unclosedType(open) }
        if next == end {
            let name = string(start..<nameEnd)
            if converters.contains(name) { return .converter(name) }
            guard let type = ParameterType(plain: name) else {
                throw unknownType(start..<nameEnd, open, otherSide)
            }
            return type
        }
        guard next == UInt8(ascii: "(") else {
            guard next != UInt8(ascii: "/"), next != UInt8(ascii: "?") else {
                throw unclosedType(open)
            }
            throw failure(
                .unknownType, start..<character(at: position).upperBound,
                "A type must be a name, with arguments in parentheses if it has any.",
                hint: "The types are \(ParameterType.listing).")
        }
        position += 1
        let type = try readArguments(of: start..<nameEnd, open, otherSide)
        guard let last = peek(0) else { throw unclosedType(open) }
        guard last == end else {
            throw failure(
                .invalidTypeArgument, character(at: position),
                "Nothing can follow the arguments of a type.",
                hint: "Remove the text between `)` and the end of the parameter.")
        }
        return type
    }

    /// Reads the name of a converter; the position is at its `@`.
    private mutating func readConverter(
        _ open: Int, end: UInt8
    ) throws(PatternError) -> ParameterType {
        let start = position
        position = nameEnd(from: start + 1)
        guard let next = peek(0), !endsSegment(next) else { throw unclosedType(open) }
        guard next == end else {
            throw failure(
                .unknownType, start..<character(at: position).upperBound,
                "The name of a converter cannot contain this character.",
                hint: "Put `\\` before characters other than letters, digits, `_` and `-`.")
        }
        let name = unescaped(start + 1..<position)
        guard !name.isEmpty, rules.contains(.stored) || converters.contains(name) else {
            throw failure(
                .unknownType, start..<position, "The namespace has no such converter.",
                hint: ParameterType.hint(for: name, among: converters.sorted()))
        }
        return .converter(name)
    }

    private func unclosedType(_ open: Int) -> PatternError {
        let mark = bytes[open] == UInt8(ascii: "{") ? "{" : "<"
        let close = mark == "{" ? "}" : ">"
        return failure(
            .unclosed, open..<open + 1, "This `\(mark)` has no `\(close)`.",
            hint: "Close the parameter after its type, for example `{id:int}` or `<int:id>`.")
    }

    private func unknownType(
        _ range: Range<Int>, _ open: Int, _ otherSide: String
    ) -> PatternError {
        let written = string(range)
        guard written != "enum" else {
            return failure(
                .invalidTypeArgument, range, "The type `enum` needs a list of values.",
                hint: "Write, for example, `enum(new,used)`.")
        }
        let hint: String
        if written == "any", range.upperBound < bytes.count,
            bytes[range.upperBound] == UInt8(ascii: "(")
        {
            hint = "Write `enum(a,b)` for one of some texts."
        } else if ParameterType.names.contains(otherSide) {
            hint =
                bytes[open] == UInt8(ascii: "{")
                ? "The name comes first: `{\(written):\(otherSide)}`."
                : "The type comes first: `<\(otherSide):\(written)>`."
        } else {
            hint = ParameterType.hint(for: written, converters: converters)
        }
        return failure(.unknownType, range, "Unknown type.", hint: hint)
    }

    /// Reads arguments through the `)`; the position is after the `(`.
    private mutating func readArguments(
        of name: Range<Int>, _ open: Int, _ otherSide: String
    ) throws(PatternError) -> ParameterType {
        switch string(name) {
        case "int": return try readBounds()
        case "enum": return try readValues()
        case let other where ParameterType.names.contains(other) || converters.contains(other):
            throw failure(
                .invalidTypeArgument, position - 1..<position,
                "The type `\(other)` takes no arguments.",
                hint: "Write `\(other)` alone; `int(1..9)` and `enum(a,b)` take arguments.")
        default:
            throw unknownType(name, open, otherSide)
        }
    }

    private mutating func readBounds() throws(PatternError) -> ParameterType {
        let start = position
        while let byte = peek(0), byte != UInt8(ascii: ")"), byte != UInt8(ascii: "}"),
            byte != UInt8(ascii: "/")
        {
            position += 1
        }
        guard peek(0) == UInt8(ascii: ")") else {
            throw failure(
                .unclosed, start - 1..<start, "This `(` has no `)`.",
                hint: "Close the bounds, for example `int(1..9)`.")
        }
        let range = start..<position
        position += 1
        let parts = bytes[range]
        let dots = parts.indices.dropLast().first {
            parts[$0] == UInt8(ascii: ".") && parts[$0 + 1] == UInt8(ascii: ".")
        }
        if let dots {
            let low = IntegerGrammar.value(of: parts[..<dots])
            let high = IntegerGrammar.value(of: parts[(dots + 2)...])
            let isLowRight = low != nil || dots == start
            let isHighRight = high != nil || dots + 2 == range.upperBound
            let isOrdered = low.flatMap { low in high.map { low <= $0 } } ?? true
            if isLowRight, isHighRight, isOrdered, low != nil || high != nil {
                return .int(minimum: low, maximum: high)
            }
        }
        throw failure(
            .invalidTypeArgument, range,
            "Bounds must be two 64-bit integers, the lower one first; one of them may be omitted.",
            hint: "Write `int(1..9)`, `int(1..)`, `int(..9)` or `int`.")
    }

    private mutating func readValues() throws(PatternError) -> ParameterType {
        let paren = position - 1
        var values: [String] = []
        repeat {
            let start = position
            let value = try readValue(paren)
            guard !value.isEmpty else {
                throw failure(
                    .invalidTypeArgument, start..<position, "A value of an `enum` cannot be empty.",
                    hint: "Remove the extra comma.")
            }
            guard !values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else {
                throw failure(
                    .invalidTypeArgument, start..<position, "The `enum` already has this value.",
                    hint: "List each value once.")
            }
            values.append(value)
            position += 1
        } while bytes[position - 1] == UInt8(ascii: ",")
        return .oneOf(values)
    }

    /// Reads one value, up to its `,` or `)`.
    private mutating func readValue(_ paren: Int) throws(PatternError) -> String {
        var value: [UInt8] = []
        while let byte = peek(0), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
            if byte == UInt8(ascii: "\\") { position += 1 }
            guard let next = peek(0) else { break }
            guard !next.isControl else {
                throw failure(
                    .invalidCharacter, position..<position + 1,
                    "A pattern cannot contain control characters.",
                    hint: "Remove the character: no valid URL contains it.")
            }
            value.append(next)
            position += 1
        }
        guard position < bytes.count else {
            throw failure(
                .unclosed, paren..<paren + 1, "This `(` has no `)`.",
                hint: "Close the list of values, for example `enum(new,used)`.")
        }
        return String(decoding: value, as: UTF8.self)
    }
}
