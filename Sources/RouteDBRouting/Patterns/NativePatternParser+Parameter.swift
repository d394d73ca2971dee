extension NativePatternParser {
    /// Reads `{name}`, `{name:type}`, `{name|type}`, `<name>` or `<type:name>`.
    mutating func readParameter(allowsPath: Bool) throws(PatternError) -> Parameter {
        let open = position
        let isBraced = bytes[open] == UInt8(ascii: "{")
        position += 1
        let parameter = try isBraced ? readBraced(open) : readAngled(open)
        position += 1
        if !allowsPath, case .path = parameter.type {
            throw failure(
                .misplaced, open..<position,
                "The type `path` is allowed only for whole segments of the path.",
                hint: "Remove the type.")
        }
        return parameter
    }

    /// Reads up to the `}`.
    private mutating func readBraced(_ open: Int) throws(PatternError) -> Parameter {
        let name = try readName(open, stops: (UInt8(ascii: ":"), UInt8(ascii: "|")))
        var type = ParameterType.string
        if peek(0) != UInt8(ascii: "}") {
            position += 1
            type = try readType(open, end: UInt8(ascii: "}"), otherSide: name)
        }
        return Parameter(name: name, type: type)
    }

    /// Reads up to the `>`.
    private mutating func readAngled(_ open: Int) throws(PatternError) -> Parameter {
        let isConverter = peek(0) == UInt8(ascii: "@")
        let end = nameEnd(from: position + (isConverter ? 1 : 0))
        var type = ParameterType.string
        let mark = end < bytes.count ? bytes[end] : 0
        if isConverter || mark == UInt8(ascii: ":") || mark == UInt8(ascii: "(") {
            type = try readType(open, end: UInt8(ascii: ":"), otherSide: nameAfterColon(end))
            position += 1
        }
        let name = try readName(open, stops: (UInt8(ascii: ">"), UInt8(ascii: ">")))
        return Parameter(name: name, type: type)
    }

    /// The run of name bytes after a colon, for a hint.
    private func nameAfterColon(_ index: Int) -> String {
        let rest = bytes[min(index + 1, bytes.count)...].prefix(while: \UInt8.isNameByte)
        return String(decoding: rest, as: UTF8.self)
    }

    /// The end of the name that begins at an index; a backslash escapes any character.
    func nameEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            if bytes[end].isNameByte {
                end += 1
            } else if bytes[end] == UInt8(ascii: "\\"), end + 1 < bytes.count,
                !bytes[end + 1].isControl
            {
                end = character(at: end + 1).upperBound
            } else {
                break
            }
        }
        return end
    }

    /// The name in a range, without the backslashes.
    func unescaped(_ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return string(range) }
        var name: [UInt8] = []
        var isEscaped = false
        for byte in bytes[range] {
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            if !isEscaped { name.append(byte) }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads a name up to one of two stops or the mark that closes the parameter.
    private mutating func readName(
        _ open: Int, stops: (UInt8, UInt8)
    ) throws(PatternError) -> String {
        let close = bytes[open] == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ">")
        let start = position
        position = nameEnd(from: start)
        guard let next = peek(0), next == close || next == stops.0 || next == stops.1 else {
            throw brokenName(open)
        }
        return try register(start..<position, open: open)
    }

    /// Checks a name's first character, and that the name is unique.
    private mutating func register(
        _ range: Range<Int>, open: Int
    ) throws(PatternError) -> String {
        guard let first = range.first else {
            throw failure(
                .emptyName, open..<position + (position < bytes.count ? 1 : 0),
                "A parameter needs a name.",
                hint: "Write `{name}`, or `*` for an unnamed segment.")
        }
        guard !bytes[first].isASCIIDigit, bytes[first] != UInt8(ascii: "-") else {
            throw failure(
                .invalidName, range, "A name must begin with a letter or `_`.",
                hint: "Put a letter or `_` before the name, or write `{\\\(string(range))}`.")
        }
        let name = unescaped(range)
        guard rules.contains(.repeatedNames) || !names.contains(name) else {
            throw failure(
                .duplicateName, range, "Another parameter already has this name.",
                hint: "Give each parameter of the pattern its own name.")
        }
        if names.isEmpty { names.reserveCapacity(4) }
        names.append(name)
        return name
    }

    /// The error for an invalid character in a name; the position is at the character.
    private func brokenName(_ open: Int) -> PatternError {
        let mark = bytes[open] == UInt8(ascii: "{") ? "{" : "<"
        let close = mark == "{" ? "}" : ">"
        let isOptional = peek(0) == UInt8(ascii: "?") && peek(1) == close.utf8.first
        if let byte = peek(0), isOptional || !endsSegment(byte) {
            let hint =
                switch byte {
                case UInt8(ascii: "?"): "Write `(/{name})` for an optional segment."
                case UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: "+"):
                    "Write `{name:path}` for one or more segments."
                default: "Put `\\` before characters other than letters, digits, `_` and `-`."
                }
            return failure(
                .invalidName, character(at: position), "A name cannot contain this character.",
                hint: hint)
        }
        return failure(
            .unclosed, open..<open + 1, "This `\(mark)` has no `\(close)`.",
            hint: "Write `\(mark)name\(close)`, or `\\\(mark)` for the character itself.")
    }

    func endsSegment(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&")
    }

    /// Reads `:name`, if it is allowed here; the position is at the colon.
    mutating func readColonParameter() throws(PatternError) -> Parameter {
        let colon = position
        guard segmentStart == .always else {
            throw failure(
                .misplaced, colon..<colon + 1,
                "After a group, `:` would begin a segment only in some variants.",
                hint: "Write `{name}` for a parameter, or `\\:` for the character itself.")
        }
        position += 1
        while position < bytes.count, bytes[position].isNameByte { position += 1 }
        let isWhole =
            switch peek(0) {
            case nil, UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "?"):
                true
            default: false
            }
        guard isWhole else {
            let takesMore = peek(0) == UInt8(ascii: "*") || peek(0) == UInt8(ascii: "+")
            throw failure(
                .misplaced, colon..<position, "`:name` must be a whole segment.",
                hint: takesMore
                    ? "Write `{name:path}` for one or more segments."
                    : "Write `{name}` beside other text, `{name:type}` for a type, or `\\:`.")
        }
        if peek(0) == UInt8(ascii: "(") { try checkGroupAfterName() }
        guard position > colon + 1 else {
            throw failure(
                .emptyName, colon..<position, "A parameter needs a name.",
                hint: "Write `:name`, or `\\:` for the character itself.")
        }
        let name = try register(colon + 1..<position, open: colon)
        return Parameter(name: name)
    }
}
