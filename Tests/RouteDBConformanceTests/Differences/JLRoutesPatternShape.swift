/// What can be told of a JLRoutes pattern from its text.
enum JLRoutesPatternShape {
    static func hasGroups(_ pattern: String) -> Bool { pattern.contains("(") }

    /// Whether a segment stands twice in the pattern, inside or outside its groups.
    static func repeatsSegment(_ pattern: String) -> Bool {
        let segments = pattern.split { "/()".contains($0) }
        return Set(segments).count < segments.count
    }
}
