/// A pattern with each optional group either there or not: what the matcher compiles.
package struct PatternVariant: Hashable, Sendable {
    /// The segments, without the separators.
    package let segments: [PatternSegment]

    /// Whether the path ends with a separator; it matters where a namespace says so.
    package let hasTrailingSlash: Bool

    package init(segments: [PatternSegment], hasTrailingSlash: Bool) {
        self.segments = segments
        self.hasTrailingSlash = hasTrailingSlash
    }
}

/// One segment of a variant.
package enum PatternSegment: Hashable, Sendable {
    case literal(String)
    /// A parameter that is the whole segment; never of type `path`.
    case parameter(Parameter)
    /// Literals and parameters in turn, at least one of each or two parameters; no two parameters
    /// touch, and no two literals do.
    case mixed([PatternElement])
    case wildcard
    /// One or more segments.
    case path(Parameter)
    /// Any number of segments.
    case catchAll
}
