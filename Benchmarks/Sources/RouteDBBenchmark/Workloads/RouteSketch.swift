/// A generated route: what its pattern's text, its URLs and a peer's pattern are made of.
struct RouteSketch {
    var scheme: String
    var host: String
    var segments: [SegmentSketch]
    /// Segments of optional groups behind the others, each group in the one before it.
    var optional: [[SegmentSketch]] = []
    var priority: Int32 = 0

    /// The scheme and host, which are a trie of their own for peers that match paths only.
    var origin: String { "\(scheme)://\(host)" }

    /// The pattern's text.
    var pattern: String {
        let path = Self.path(segments.map(\.native))
        let groups = optional.reversed().reduce("") { "(\(Self.path($1.map(\.native)))\($0))" }
        return origin + path + groups
    }

    /// The paths in Hummingbird's spelling: two if there is an optional group.
    var hummingbirdPaths: [String] {
        variants.map { Self.path($0.map(\.hummingbird)) }
    }

    /// The segments with and without the optional groups.
    var variants: [[SegmentSketch]] {
        (0...optional.count).map { segments + optional.prefix($0).joined() }
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
