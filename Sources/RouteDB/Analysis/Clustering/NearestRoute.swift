import RouteDBRouting
import RouteDBStorage

/// Finds the route whose pattern is most like a template.
struct NearestRoute {
    /// The path of each variant of a pattern, with one byte for each value.
    private let candidates: [(id: RouteID, path: [UInt8])]

    init(_ routes: [Route]) {
        candidates = routes.flatMap { route in
            (route.pattern?.variants() ?? []).map { variant in
                (route.id, variant.segments.flatMap { [UInt8(ascii: "/")] + Self.bytes(of: $0) })
            }
        }
    }

    /// The route with the fewest edits of its path; of several that with the lowest id.
    ///
    /// - Parameter parts: The template.
    /// - Returns: The route; `nil` if even that takes more edits than a third of the template.
    func route(for parts: [ClusterPart]) -> RouteID? {
        let path = parts.flatMap { [UInt8(ascii: "/")] + Self.bytes(of: $0) }
        var limit = max(1, path.count / 3)
        var best: RouteID?
        for candidate in candidates {
            guard
                let edits = NameSuggestion.editDistance(path, candidate.path, limit: limit)
            else { continue }
            best = candidate.id
            guard edits > 0 else { break }
            limit = edits - 1
        }
        return best
    }

    private static func bytes(of part: ClusterPart) -> [UInt8] {
        if case .literal(let text) = part { text.bytes } else { [0] }
    }

    private static func bytes(of segment: PatternSegment) -> [UInt8] {
        switch segment {
        case .literal(let text): Array(text.utf8)
        case .mixed(let elements):
            elements.flatMap { element -> [UInt8] in
                if case .literal(let text) = element { Array(text.utf8) } else { [0] }
            }
        case .parameter, .wildcard, .path, .catchAll: [0]
        }
    }
}
