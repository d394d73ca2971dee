extension NativePatternParser {
    /// Reads a type up to the byte that ends it.
    ///
    /// The parameter begins at `open`; `otherSide` is the text on the name's side, for a hint when
    /// the two are swapped.
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
                "A type is a name, with arguments in parentheses where it takes any.",
                hint: "The types are \(ParameterType.listing).")
        }
        position += 1
        let type = try readArguments(of: start..<nameEnd, open, otherSide)
        guard let last = peek(0) else { throw unclosedType(open) }
        guard last == end else {
            throw failure(
                .invalidTypeArgument, character(at: position),
                "Nothing follows the arguments of a type.",
                hint: "Remove what stands between `)` and the end of the parameter.")
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
                "The name of a converter does not have this character.",
                hint: "Put `\\` before what is no letter, digit, `_` or `-`.")
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
            hint: "Close the parameter after its type, as in `{id:int}` or `<int:id>`.")
    }

    private func unknownType(
        _ range: Range<Int>, _ open: Int, _ otherSide: String
    ) -> PatternError {
        let written = string(range)
        guard written != "enum" else {
            return failure(
                .invalidTypeArgument, range, "The type `enum` lists its values.",
                hint: "Write them as in `enum(new,used)`.")
        }
        let hint: String
        if ParameterType.names.contains(otherSide) {
            hint =
                bytes[open] == UInt8(ascii: "{")
                ? "The name comes first: `{\(written):\(otherSide)}`."
                : "The type comes first: `<\(otherSide):\(written)>`."
        } else {
            hint = ParameterType.hint(for: written, converters: converters)
        }
        return failure(.unknownType, range, "There is no such type.", hint: hint)
    }

    /// Reads arguments up to and with the `)`; the position is after the `(`.
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
                hint: "Close the bounds, as in `int(1..9)`.")
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
            "Bounds are two whole numbers of 64 bits, the lower first; one may be left out.",
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
                    .invalidTypeArgument, start..<position, "A value of an `enum` is not empty.",
                    hint: "Remove the comma that is too many.")
            }
            guard !values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else {
                throw failure(
                    .invalidTypeArgument, start..<position, "The `enum` has this value already.",
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
                    "A pattern has no control characters.",
                    hint: "Remove the character: no valid URL has it.")
            }
            value.append(next)
            position += 1
        }
        guard position < bytes.count else {
            throw failure(
                .unclosed, paren..<paren + 1, "This `(` has no `)`.",
                hint: "Close the list of values, as in `enum(new,used)`.")
        }
        return String(decoding: value, as: UTF8.self)
    }
}
