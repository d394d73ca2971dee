/// Reads the patterns of the dialect `urlnavigator`: `myapp://user/<int:id>`.
///
/// The text before `:/` is the scheme. The rest is split at slashes, however many, into components;
/// the host, with user and port, is the first. A component in angle brackets is a placeholder. A
/// query and a fragment are dropped, as the router drops them from URLs and patterns alike.
struct URLNavigatorPatternParser {
    private let source: DialectText
    private let converters: Set<String>
    private var path = DialectPath()

    /// The names of the types, besides the converters.
    private static let types = ["string", "int", "float", "uuid", "path"]

    static func parse(
        _ text: String, converters: Set<String>
    ) throws(PatternError) -> RoutePattern {
        var parser = URLNavigatorPatternParser(
            source: try DialectText(text), converters: converters)
        return try parser.pattern()
    }

    private init(source: DialectText, converters: Set<String>) {
        self.source = source
        self.converters = converters
    }

    private mutating func pattern() throws(PatternError) -> RoutePattern {
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
        let end = source.bytes.firstIndex(where: isEnd) ?? source.bytes.count
        guard end > 0 else {
            throw source.failure(
                .emptySegment, source.bytes.indices, "A pattern needs a scheme or a path.",
                hint: "Write, for example, `myapp://user/<id>` or `/user/<id>`.")
        }
        var components = source.components(of: 0..<end)
        var scheme: String?
        if components.count > 1, let last = components[0].last,
            source.bytes[last] == UInt8(ascii: ":")
        {
            scheme = source.scheme(0..<last)
            if scheme == nil { throw source.invalidScheme(0..<last) }
            components.removeFirst()
        }
        components.removeAll(where: \.isEmpty)
        for range in components {
            path.append(.separator, at: range.lowerBound..<range.lowerBound)
            path.append(try element(range), at: range)
        }
        if scheme == nil && components.isEmpty { path.append(.separator, at: 0..<end) }
        let elements = try source.checked(path, rules: [])
        return RoutePattern(scheme: scheme, host: nil, path: elements, query: [])
    }

    /// Reads one component.
    private func element(_ range: Range<Int>) throws(PatternError) -> PatternElement {
        let open = source.first(UInt8(ascii: "<"), in: range)
        let close = source.first(UInt8(ascii: ">"), in: range)
        guard let open else {
            guard let close else { return .literal(source.string(range)) }
            throw unopened(close)
        }
        guard let close else {
            throw source.failure(
                .unclosed, open..<open + 1, "This `<` has no `>`.",
                hint: "Close the placeholder in its component, for example `<id>` or `<int:id>`.")
        }
        guard open < close else { throw unopened(close) }
        guard open == range.lowerBound, close == range.upperBound - 1 else {
            throw source.failure(
                .misplaced, open..<close + 1, "A placeholder must be a whole component.",
                hint: "Remove the text beside it, or include it in the placeholder.")
        }
        return .parameter(try parameter(range))
    }

    private func unopened(_ index: Int) -> PatternError {
        source.failure(
            .unopened, index..<index + 1, "This `>` closes nothing.",
            hint: "Write a placeholder like `<id>` or `<int:id>`.")
    }

    /// Reads a placeholder.
    private func parameter(_ range: Range<Int>) throws(PatternError) -> Parameter {
        let inside = range.lowerBound + 1..<range.upperBound - 1
        if let second = source.first(UInt8(ascii: "<"), in: inside) {
            throw source.failure(
                .invalidName, second..<second + 1, "A name cannot contain this character.",
                hint: "Close the placeholder first, for example `<id>`.")
        }
        let colon = source.first(UInt8(ascii: ":"), in: inside)
        let start = colon.map { $0 + 1 } ?? inside.lowerBound
        if let second = source.first(UInt8(ascii: ":"), in: start..<inside.upperBound) {
            throw source.failure(
                .invalidName, second..<second + 1, "A placeholder can have only one `:`.",
                hint: "Write the type and the name, for example `<int:id>`.")
        }
        guard start < inside.upperBound else {
            throw source.failure(
                .emptyName, range, "A placeholder needs a name.",
                hint: "Write `<name>` or `<type:name>`; `<_>` will do.")
        }
        let name = source.string(start..<inside.upperBound)
        guard let colon else { return Parameter(name: name) }
        let written = inside.lowerBound..<colon
        let known = Self.types.contains(source.string(written))
        let type = try source.type(
            written, builtIn: known ? ParameterType(plain: source.string(written)) : nil,
            names: Self.types, converters: converters)
        return Parameter(name: name, type: type)
    }
}
