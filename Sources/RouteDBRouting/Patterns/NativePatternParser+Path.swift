extension NativePatternParser {
    /// How deep groups may nest: each level adds a variant to the one without groups.
    static let nesting = PatternLimits.variants - 1

    /// Reads the path up to the query or the end.
    mutating func readPath(afterHost: Bool) throws(PatternError) -> [PatternElement] {
        var path: [PatternElement] = []
        if !afterHost, rules.contains(.emptySegments),
            bytes[position...].starts(with: PatternPrinter.noHost + "//".utf8)
        {
            position += PatternPrinter.noHost.count
        }
        guard let first = peek(0), first != UInt8(ascii: "?") else { return path }
        path.reserveCapacity(8)
        if first != UInt8(ascii: "/"), first != UInt8(ascii: "(") {
            path.append(.separator)
            keep(position..<position)
        }
        try readElements(into: &path, depth: 0)
        if peek(0) == UInt8(ascii: ")") { throw unopened() }
        return path
    }

    /// Reads elements up to `)`, `?` or the end.
    private mutating func readElements(
        into list: inout [PatternElement], depth: Int
    ) throws(PatternError) {
        while position < bytes.count {
            let from = position
            switch bytes[position] {
            case UInt8(ascii: "/"):
                position += 1
                list.append(.separator)
                keep(from..<position)
                segmentStart = .always
                continue
            case UInt8(ascii: "("):
                try readGroup(into: &list, depth: depth)
                continue
            case UInt8(ascii: ")"), UInt8(ascii: "?"):
                return
            case UInt8(ascii: "{"), UInt8(ascii: "<"):
                list.append(.parameter(try readParameter(allowsPath: true)))
            case UInt8(ascii: ":") where segmentStart != .never:
                list.append(.parameter(try readColonParameter()))
            case UInt8(ascii: "*"):
                list.append(try readWildcard())
            case UInt8(ascii: "}"), UInt8(ascii: ">"):
                throw unopened()
            default:
                list.append(.literal(try readLiteral(.path, in: .path)))
            }
            keep(from..<position)
            segmentStart = .never
        }
    }

    private mutating func readGroup(
        into list: inout [PatternElement], depth: Int
    ) throws(PatternError) {
        let open = position
        guard depth < Self.nesting else {
            throw failure(
                .limitExceeded, open..<open + 1,
                "Groups can nest at most \(Self.nesting) levels deep.",
                hint: "Write several routes instead.")
        }
        hasGroups = true
        position += 1
        let ordinal = ranges.count
        keep(open..<position)
        let before = segmentStart
        var content: [PatternElement] = []
        try readElements(into: &content, depth: depth + 1)
        guard peek(0) == UInt8(ascii: ")") else {
            throw failure(
                .unclosed, open..<open + 1, "This `(` has no `)`.",
                hint: position < bytes.count
                    ? "Close the group before `?`: conditions cannot be optional."
                    : "Close the group, or write `\\(` for the character itself.")
        }
        position += 1
        guard !content.isEmpty else {
            throw failure(
                .emptyGroup, open..<position, "An optional group cannot be empty.",
                hint: "Remove the `()`, or write `\\(\\)` for the characters themselves.")
        }
        if keepsRanges { ranges[ordinal] = open..<position }
        if before != segmentStart { segmentStart = .sometimes }
        list.append(.optional(content))
    }

    @inline(__always)
    private mutating func keep(_ range: Range<Int>) {
        if keepsRanges { ranges.append(range) }
    }

    private mutating func readWildcard() throws(PatternError) -> PatternElement {
        let from = position
        while peek(0) == UInt8(ascii: "*") { position += 1 }
        switch position - from {
        case 1: return .wildcard
        case 2: return .catchAll
        default:
            throw failure(
                .misplaced, from..<position,
                "Only `*` and `**` are wildcards, not longer runs of stars.",
                hint: "Write `**` for any number of segments, or `\\*` for a star.")
        }
    }
}
