/// A pattern with a choice of its optional groups, as the matcher compiles it.
package struct PatternVariant: Hashable, Sendable {
    /// The segments, without the separators.
    package let segments: [PatternSegment]

    /// Whether the path ends with a separator, which matters if the namespace's policy says so.
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
    /// Alternating literals and parameters, at least one of each; no two parameters and no two literals
    /// are adjacent.
    case mixed([PatternElement])
    case wildcard
    /// One or more segments.
    case path(Parameter)
    /// Any number of segments.
    case catchAll
}
