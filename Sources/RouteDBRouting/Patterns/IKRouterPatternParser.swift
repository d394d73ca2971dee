/// Reads the patterns of the dialect `ikrouter`: `myapp://project/:projectId`.
///
/// The text before `://` is the scheme; the rest, up to a `?`, is split at slashes into segments,
/// including empty ones. A segment that begins with a colon is a parameter.
struct IKRouterPatternParser {
    private let source: DialectText
    private var path = DialectPath()
    private var names: Set<String> = []

    static func parse(_ text: String) throws(PatternError) -> RoutePattern {
        var parser = IKRouterPatternParser(source: try DialectText(text))
        return try parser.pattern()
    }

    private init(source: DialectText) { self.source = source }

    private mutating func pattern() throws(PatternError) -> RoutePattern {
        let all = source.bytes.indices
        guard let end = source.schemeEnd(in: all) else {
            throw source.failure(
                .invalidAuthority, 0..<0, "A pattern must begin with a scheme and `://`.",
                hint: "Write, for example, `myapp://project/:projectId`.")
        }
        guard let scheme = source.scheme(0..<end) else { throw source.invalidScheme(0..<end) }
        let start = end + 3
        if let second = source.schemeEnd(in: start..<all.upperBound) {
            throw source.failure(
                .misplaced, second..<second + 3, "A pattern can have only one `://`.",
                hint: "Write a parameter, such as `:url`, for the text of another URL.")
        }
        let query = source.first(UInt8(ascii: "?"), in: start..<all.upperBound)
        for range in source.components(of: start..<(query ?? all.upperBound)) {
            path.append(.separator, at: range.lowerBound..<range.lowerBound)
            guard let first = range.first else { continue }
            let isParameter = source.bytes[first] == UInt8(ascii: ":")
            let element: PatternElement =
                isParameter ? .parameter(try parameter(range)) : .literal(source.string(range))
            path.append(element, at: range)
        }
        let elements = try source.checked(path, rules: .emptySegments)
        return RoutePattern(scheme: scheme, host: nil, path: elements, query: [])
    }

    /// Reads a segment that begins with a colon.
    private mutating func parameter(_ range: Range<Int>) throws(PatternError) -> Parameter {
        let written = range.lowerBound + 1..<range.upperBound
        guard !written.isEmpty else {
            throw source.failure(
                .emptyName, range, "A parameter needs a name.", hint: "Write `:name`.")
        }
        let name = source.string(written)
        guard names.insert(name).inserted else {
            throw source.failure(
                .duplicateName, written, "Another parameter already has this name.",
                hint: "Give each parameter of the pattern its own name.")
        }
        return Parameter(name: name)
    }
}
