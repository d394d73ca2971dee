/// Parses the native pattern language, which is described in `Docs/grammar.md`.
///
/// One pass over the text's UTF-8 bytes. Invariants:
///
/// 1. `position` never passes `bytes.count`.
/// 2. If `keepsRanges` is set, `ranges` holds one range for each element of the path in depth-first
///    order, a group before its content, so that a ``PathViolation`` can be located. The first pass
///    keeps no ranges; a second pass is made only for a violation.
/// 3. `names` holds the names of all parameters read so far.
package struct NativePatternParser {
    let text: String
    package let bytes: [UInt8]
    package let converters: Set<String>
    let rules: PatternRules
    var position = 0
    let keepsRanges: Bool
    var ranges: [Range<Int>] = []
    package var names: [String] = []
    var hasGroups = false
    var segmentStart = SegmentStart.always

    /// In which variants the current place is the start of a segment.
    enum SegmentStart {
        case always, sometimes, never
    }

    private init(
        _ text: String, converters: Set<String>, rules: PatternRules, keepsRanges: Bool
    ) {
        self.text = text
        self.converters = converters
        self.rules = rules
        self.keepsRanges = keepsRanges
        self.bytes = Array(text.utf8)
    }

    /// Reads a pattern.
    ///
    /// - Complexity: Linear in the text, times the variants of its optional groups.
    package static func parse(
        _ text: String, converters: Set<String> = [], rules: PatternRules = []
    ) throws(PatternError) -> RoutePattern {
        var parser = NativePatternParser(
            text, converters: converters, rules: rules, keepsRanges: false)
        return try parser.pattern()
    }

    /// Parses the text again, recording the ranges of its elements; this throws the same error.
    func parseKeepingRanges() throws(PatternError) {
        var parser = NativePatternParser(
            text, converters: converters, rules: rules, keepsRanges: true)
        _ = try parser.pattern()
    }

    private mutating func pattern() throws(PatternError) -> RoutePattern {
        guard bytes.count <= PatternLimits.bytes || rules.contains(.stored) else {
            throw PatternError.tooLong(text)
        }
        try checkMethod()
        let scheme = readScheme()
        var host: HostPattern?
        if peek(0) == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
            position += 2
            host = try readHost()
        }
        let path = try readPath(afterHost: host != nil)
        try checkStructure(of: path, scheme: scheme, afterHost: host != nil)
        let query = position < bytes.count ? try readQuery() : []
        return RoutePattern(scheme: scheme, host: host, path: path, query: query)
    }

    /// The byte at an offset from the position, or `nil` past the end.
    @inline(__always)
    func peek(_ distance: Int) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    /// The text of a range of bytes that begins and ends between characters.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The range of the character that begins at an index; empty at the end.
    func character(at index: Int) -> Range<Int> {
        var end = min(index + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return index..<end
    }

    func failure(
        _ code: PatternError.Code, _ range: Range<Int>, _ message: String, hint: String
    ) -> PatternError {
        PatternError(code, at: range, in: text, message, hint: hint)
    }

    /// The error for an unmatched closing mark at the position.
    func unopened() -> PatternError {
        let mark = string(position..<position + 1)
        return failure(
            .unopened, position..<position + 1, "This `\(mark)` closes nothing.",
            hint: "Remove it, or write `\\\(mark)` for the character itself.")
    }
}

extension NativePatternParser {
    /// Checks every variant of the path, and throws the first mistake with its range.
    func checkStructure(
        of path: [PatternElement], scheme: String?, afterHost: Bool
    ) throws(PatternError) {
        let found = PathStructure.violation(
            in: path, hasGroups: hasGroups, afterHost: afterHost, rules: rules)
        guard let found else { return }
        // The second pass finds the same mistake, with its range.
        if !keepsRanges { try parseKeepingRanges() }
        let range =
            found.ordinal < ranges.count ? ranges[found.ordinal] : position..<position
        if found.rule == .emptySegment, scheme == nil, !afterHost,
            range.lowerBound >= 2, range.lowerBound < bytes.count,
            bytes[range.lowerBound - 2] == UInt8(ascii: ":")
        {
            throw failure(
                .invalidAuthority, 0..<range.lowerBound - 1,
                "A scheme must be a letter followed by letters, digits, `+`, `-` or `.`.",
                hint: "Correct the scheme, or begin with `//` to accept any.")
        }
        throw failure(
            found.rule.code, range, found.rule.message,
            hint: found.rule == .notWhole ? wildcardHint(range) : found.rule.hint)
    }
}

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
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "^"):
                throw foreignMark()
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
