/// A generated route: what its pattern's text, its URLs and a peer's pattern are made of.
struct RouteSketch {
    var scheme: String
    var host: String
    var segments: [SegmentSketch]
    /// Segments of an optional group behind the others.
    var optional: [SegmentSketch] = []
    /// Whether each optional segment is a group in that of the one before it.
    var isNested = false
    var priority: Int32 = 0

    /// The scheme and host, which are a trie of their own for peers that match paths only.
    var origin: String { "\(scheme)://\(host)" }

    /// The pattern's text.
    var pattern: String {
        let path = Self.path(segments.map(\.native))
        if isNested {
            return origin + path + optional.reversed().reduce("") { "(/\($1.native)\($0))" }
        }
        let group = optional.isEmpty ? "" : "(\(Self.path(optional.map(\.native))))"
        return origin + path + group
    }

    /// The paths in Hummingbird's spelling: two if there is an optional group.
    var hummingbirdPaths: [String] {
        variants.map { Self.path($0.map(\.hummingbird)) }
    }

    /// The segments with and without the optional groups.
    var variants: [[SegmentSketch]] {
        if isNested { return (0...optional.count).map { segments + optional.prefix($0) } }
        return optional.isEmpty ? [segments] : [segments, segments + optional]
    }

    /// What may occur once in a table.
    var shapes: [String] {
        variants.map { origin + Self.path($0.map(\.shape)) }
    }

    /// Segments as a path.
    static func path(_ segments: [String]) -> String {
        segments.isEmpty ? "/" : segments.map { "/" + $0 }.joined()
    }
}
