extension NativePatternParser {
    /// Reads a scheme and its colon at the very start, if there is one.
    mutating func readScheme() -> String? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        var end = 1
        while end < bytes.count, bytes[end].isSchemeCharacter { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
        position = end + 1
        return string(0..<end).asciiLowercased
    }

    /// Reads a host and port; the position is after `//`.
    mutating func readHost() throws(PatternError) -> HostPattern {
        let start = position
        var elements: [PatternElement] = []
        if peek(0) == UInt8(ascii: "[") {
            elements.append(.literal(try readIPv6()))
        } else {
            while let byte = peek(0), !isHostEnd(byte), byte != UInt8(ascii: ":") {
                elements.append(try readHostElement(byte, from: start, after: elements.last))
            }
            try checkParameterCount(of: elements, from: start)
        }
        return HostPattern(elements: elements, port: try readPort(hostStart: start))
    }

    private func isHostEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "(")
    }

    private mutating func readHostElement(
        _ byte: UInt8, from start: Int, after last: PatternElement?
    ) throws(PatternError) -> PatternElement {
        let from = position
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "<"):
            let parameter = try readParameter(allowsPath: false)
            if case .parameter = last {
                throw failure(
                    .adjacentParameters, from..<position,
                    "Two parameters have no text between them.",
                    hint: "Put a literal, such as `.` or `-`, between the two.")
            }
            return .parameter(parameter)
        case UInt8(ascii: "*"):
            return try readHostWildcard(from: start)
        case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: ">"):
            throw unopened()
        case UInt8(ascii: "@"):
            throw userInformation(start..<position + 1)
        case UInt8(ascii: "["), UInt8(ascii: "]"):
            throw failure(
                .invalidAuthority, position..<position + 1,
                "Brackets are allowed only around an IPv6 address that is the whole host.",
                hint: "Write the address like this: `//[::1]/path`.")
        default:
            return .literal(try readLiteral(.host, in: .host).asciiLowercased)
        }
    }

    private mutating func readHostWildcard(from start: Int) throws(PatternError) -> PatternElement {
        let from = position
        while peek(0) == UInt8(ascii: "*") { position += 1 }
        let next = peek(0)
        let endsLabel =
            next.map { isHostEnd($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
            ?? true
        let beginsLabel = from == start || bytes[from - 1] == UInt8(ascii: ".")
        guard position == from + 1, beginsLabel, endsLabel else {
            throw failure(
                .misplaced, from..<position,
                "In a host, `*` must be a whole label, and `**` is not allowed.",
                hint: "Write `*.example.com`, or `{name}` beside other text, or `\\*`.")
        }
        return .wildcard
    }

    private func checkParameterCount(
        of elements: [PatternElement], from start: Int
    ) throws(PatternError) {
        var count = 0
        for element in elements {
            if case .literal = element { continue }
            count += 1
        }
        guard count <= PatternLimits.parametersInSegment else {
            throw failure(
                .limitExceeded, start..<position,
                "A host can have at most \(PatternLimits.parametersInSegment) parameters.",
                hint: "Capture more of the host in one parameter.")
        }
    }

    private mutating func readPort(hostStart: Int) throws(PatternError) -> UInt16? {
        guard peek(0) == UInt8(ascii: ":") else { return nil }
        let colon = position
        position += 1
        var port: UInt32 = 0
        while let byte = peek(0), byte.isASCIIDigit, port <= 65_535 {
            port = port * 10 + UInt32(byte - 0x30)
            position += 1
        }
        let ended = peek(0).map(isHostEnd) ?? true
        if ended, colon > hostStart, let value = UInt16(exactly: port), value > 0 { return value }
        while let byte = peek(0), !isHostEnd(byte), byte != UInt8(ascii: "@") { position += 1 }
        if peek(0) == UInt8(ascii: "@") { throw userInformation(hostStart..<position + 1) }
        throw failure(
            .invalidAuthority, colon..<position,
            colon == hostStart
                ? "A port needs a host before it."
                : "A port must be a number from 1 to 65535.",
            hint: colon == hostStart
                ? "Write `//*:8080` for any host, or `{name}` for a parameter."
                : "Write `//host:8080`, or omit the port to accept any.")
    }

    private func userInformation(_ range: Range<Int>) -> PatternError {
        failure(
            .invalidAuthority, range, "The host of a pattern cannot have user information.",
            hint: "Remove the text before the host, including the `@`.")
    }

    private mutating func readIPv6() throws(PatternError) -> String {
        let start = position
        while let byte = peek(0), byte != UInt8(ascii: "]"), !isHostEnd(byte) { position += 1 }
        guard peek(0) == UInt8(ascii: "]") else {
            throw failure(
                .unclosed, start..<start + 1, "This `[` has no `]`.",
                hint: "Close the IPv6 address, for example `//[::1]/path`.")
        }
        position += 1
        let next = peek(0)
        let ended = next.map { isHostEnd($0) || $0 == UInt8(ascii: ":") } ?? true
        guard ended, IPv6Syntax.isAddress(bytes.span.bytes, start + 1..<position - 1) else {
            throw failure(
                .invalidAuthority, start..<position, "This is not an IPv6 address.",
                hint: "Write it like this, without a zone: `//[2001:db8::1]:8080/path`.")
        }
        return string(start..<position).asciiLowercased
    }
}
