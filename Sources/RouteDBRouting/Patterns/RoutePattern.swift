/// A parsed URL pattern.
///
/// A pattern is the abstract syntax that the parsers of all dialects produce and the matcher compiles. It
/// is independent of the dialect: two texts with the same meaning parse to equal patterns, and
/// ``description`` writes the canonical text. For a native pattern, that text parses back to an equal
/// pattern.
///
/// ```swift
/// let pattern = try RoutePattern("/shop/{category}(/page/{n:int})?tab=new")
/// print(pattern.parameterNames)  // ["category", "n"]
/// print(pattern)  // /shop/{category}(/page/{n:int})?tab=new
/// ```
public struct RoutePattern: Hashable, Sendable {
    /// The scheme that a URL must have, in lower case; `nil` accepts any scheme, and none.
    package let scheme: String?

    /// The host that a URL must have; `nil` accepts any host, and none.
    package let host: HostPattern?

    /// The path, from its first separator to its last element.
    ///
    /// A path that is not empty begins with a separator or with an optional group.
    package let path: [PatternElement]

    /// The conditions on the query; all of them must hold.
    package let query: [QueryCondition]

    /// Creates a pattern from its parts.
    ///
    /// Parsers call this after checking the rules of the language; it does not check anything.
    package init(
        scheme: String?, host: HostPattern?, path: [PatternElement], query: [QueryCondition]
    ) {
        self.scheme = scheme
        self.host = host
        self.path = path
        self.query = query
    }
}

/// The host part of a pattern.
package struct HostPattern: Hashable, Sendable {
    /// The host's elements: literals (lower case), parameters and wildcards.
    ///
    /// There are no separators or groups. If empty, the URL must have no host, or an empty one.
    ///
    /// A parameter or wildcard that is the whole host stands for any host that is not empty; beside other
    /// elements it stands for one label, that is, text without a dot.
    package let elements: [PatternElement]

    /// The port that a URL must have; `nil` accepts any port, and none.
    package let port: UInt16?

    /// Creates a host from its parts, which the caller has checked; a dot at its end is dropped, as it is
    /// from the hosts of URLs.
    package init(elements: [PatternElement], port: UInt16?) {
        self.elements = Self.withoutFinalDot(elements)
        self.port = port
    }

    private static func withoutFinalDot(_ elements: [PatternElement]) -> [PatternElement] {
        guard case .literal(let text)? = elements.last else { return elements }
        if elements.count > 1, text == "." { return elements.dropLast() }
        return elements.dropLast() + [.literal(HostSyntax.withoutFinalDot(text))]
    }
}

/// The limits of a pattern, the same for every dialect.
///
/// They bound the cost of a match.
package enum PatternLimits {
    /// The maximum length of a pattern, in UTF-8 bytes.
    package static let bytes = 8_192

    /// The maximum number of segments of a variant.
    package static let segments = 40

    /// The maximum number of variants that optional groups may expand to.
    package static let variants = 64

    /// The maximum number of parameters of a segment.
    static let parametersInSegment = 8

    /// The maximum number of query conditions.
    package static let conditions = 16

    /// The maximum length of a URL segment, in decoded bytes, that a pattern segment with two or more
    /// parameters matches.
    package static let mixedSegmentBytes = 255
}

extension RoutePattern {
    /// All parameters in the order in which they are written: host, path, query.
    package var parameters: [Parameter] {
        var found: [Parameter] = []
        Self.collect(host?.elements ?? [], into: &found)
        Self.collect(path, into: &found)
        for condition in query {
            if case .capture(let parameter) = condition.test { found.append(parameter) }
        }
        return found
    }

    /// The names of the converters that the pattern uses.
    package var converterNames: Set<String> {
        var names: Set<String> = []
        for parameter in parameters {
            if case .converter(let name) = parameter.type { names.insert(name) }
        }
        return names
    }

    private static func collect(_ elements: [PatternElement], into found: inout [Parameter]) {
        for element in elements {
            switch element {
            case .parameter(let parameter): found.append(parameter)
            case .optional(let content): collect(content, into: &found)
            case .separator, .literal, .wildcard, .catchAll: break
            }
        }
    }
}

extension RoutePattern {
    /// The names of the parameters, in the order of the pattern.
    public var parameterNames: [String] { parameters.map(\.name) }
}

extension RoutePattern: CustomStringConvertible {
    /// The canonical text, in the native language.
    ///
    /// A native pattern is what the text parses to. A pattern of another dialect may contain what the
    /// native language does not allow, such as empty segments, but its text is still unique.
    ///
    /// Parameters are written `{name}` or `{name:type}`, and the path with its leading `/`. Literals are
    /// decoded, with `\` before each character that would have a special meaning; `/` and `%` in a
    /// literal are percent-encoded.
    ///
    /// - Complexity: Linear in the pattern.
    public var description: String {
        var printer = PatternPrinter()
        printer.write(self)
        return printer.text
    }
}

extension RoutePattern {
    /// Reads a pattern in the native language.
    ///
    /// | written | means |
    /// |---|---|
    /// | `/shop` | a literal; percent-encoding is decoded |
    /// | `{id}`, `<id>`, `:id` | one parameter; `:id` only as a whole segment |
    /// | `{id:int}`, `{id\|int}`, `<int:id>` | a typed parameter |
    /// | `{first}-{last}` | several parameters in one segment, with text between them |
    /// | `*` | exactly one segment, unnamed |
    /// | `**`, `{rest:path}` | any number of segments; one or more, captured |
    /// | `(/page/{n})`, `/file(.{ext})` | an optional group, anywhere in the path |
    /// | `?tab=new&q={term}&flag&!flag` | conditions on the query |
    /// | `app://host:80/x`, `//*.example.com`, `app:x` | scheme, host and port, where needed |
    /// | `\{` | the next character is literal |
    ///
    /// ```swift
    /// let pattern = try RoutePattern("https://{tenant}.example.com/v{major:int}/<uuid:id>(/edit)")
    /// ```
    ///
    /// - Parameter text: The pattern's text, of at most 8,192 bytes.
    /// - Throws: The first mistake, with its code, its range and a hint.
    /// - Complexity: Linear in the text, times the variants of its optional groups.
    public init(_ text: String) throws(PatternError) {
        self = try NativePatternParser.parse(text)
    }

    /// Reads canonical text written by ``description``, of a pattern of any dialect.
    ///
    /// Unlike the native language, it allows empty segments, several parameters with the same name, and
    /// any converter. A path that begins with two separators and has no host is written `/.//b`.
    package init(canonical text: String) throws(PatternError) {
        self = try NativePatternParser.parse(text, rules: .canonical)
    }
}
