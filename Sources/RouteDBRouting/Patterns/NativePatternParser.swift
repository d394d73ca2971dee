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
    let bytes: [UInt8]
    let converters: Set<String>
    let rules: PatternRules
    var position = 0
    let keepsRanges: Bool
    var ranges: [Range<Int>] = []
    var names: [String] = []
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
    /// - Parameters:
    ///   - text: The pattern's native text.
    ///   - converters: The names of the converters that the namespace defines.
    ///   - rules: Exceptions from the rules of the language.
    /// - Returns: The pattern, with every variant of it checked.
    /// - Throws: The first mistake.
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
