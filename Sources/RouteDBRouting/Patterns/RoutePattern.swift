/// A parsed URL pattern.
///
/// A pattern is the abstract syntax that the parsers of all dialects produce and the matcher compiles. It
/// is independent of the dialect: two texts with the same meaning parse to equal patterns, and
/// ``description`` writes the canonical text. For a native pattern, that text parses back to an equal
/// pattern.
///
/// ```swift
/// let pattern = try RoutePattern("/shop/{category}(/page/{n:int})?tab=new")
/// pattern.parameters.map(\.name)      // ["category", "n"]
/// pattern.description                 // "/shop/{category}(/page/{n:int})?tab=new"
/// ```
public struct RoutePattern: Hashable, Sendable {
    /// The scheme that a URL must have, in lower case; `nil` accepts any scheme, and none.
    public let scheme: String?

    /// The host that a URL must have; `nil` accepts any host, and none.
    public let host: HostPattern?

    /// The path, from its first separator to its last element.
    ///
    /// A path that is not empty begins with a separator or with an optional group.
    public let path: [PatternElement]

    /// The conditions on the query; all of them must hold.
    public let query: [QueryCondition]

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
public struct HostPattern: Hashable, Sendable {
    /// The host's elements: literals (lower case), parameters and wildcards.
    ///
    /// There are no separators or groups. If empty, the URL must have no host, or an empty one.
    ///
    /// A parameter or wildcard that is the whole host stands for any host that is not empty; beside other
    /// elements it stands for one label, that is, text without a dot.
    public let elements: [PatternElement]

    /// The port that a URL must have; `nil` accepts any port, and none.
    public let port: UInt16?

    /// Creates a host from its parts, which the caller has checked.
    package init(elements: [PatternElement], port: UInt16?) {
        self.elements = elements
        self.port = port
    }
}
