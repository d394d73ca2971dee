import RouteDBRouting
import RouteDBStorage

/// Finds the route whose pattern is most like a template.
struct NearestRoute {
    /// The host and the path of a variant of a pattern, with one byte for each value.
    private struct Candidate {
        let id: RouteID
        let hasHost: Bool
        let text: [UInt8]
    }

    private let candidates: [Candidate]

    init(_ routes: [Route]) {
        candidates = routes.flatMap { route in
            let host = route.pattern?.host?.elements.flatMap { Self.bytes(of: $0) }
            return (route.pattern?.variants() ?? []).map { variant in
                Candidate(
                    id: route.id, hasHost: host != nil,
                    text: variant.segments.reduce(host ?? []) {
                        $0 + [UInt8(ascii: "/")] + Self.bytes(of: $1)
                    })
            }
        }
    }

    /// The route with the fewest edits of its path; of several that with the lowest id.
    ///
    /// - Parameters:
    ///   - parts: The template.
    ///   - host: The host before it.
    /// - Returns: The route; `nil` if even that takes more edits than a third of the template.
    func route(for parts: [ClusterPart], host: String?) -> RouteID? {
        let path = parts.flatMap { [UInt8(ascii: "/")] + Self.bytes(of: $0) }
        let whole = Array((host ?? "").utf8) + path
        var limit = max(1, whole.count / 3)
        var best: RouteID?
        for candidate in candidates {
            guard
                let edits = NameSuggestion.editDistance(
                    candidate.hasHost ? whole : path, candidate.text, limit: limit)
            else { continue }
            best = candidate.id
            guard edits > 0 else { break }
            limit = edits - 1
        }
        return best
    }

    private static func bytes(of part: ClusterPart) -> [UInt8] {
        // A number that is the only one of its place is a value all the same.
        guard case .literal(let text) = part, !ValueClass(text.bytes).isAlwaysJoined else {
            return [0]
        }
        return text.bytes
    }

    private static func bytes(of element: PatternElement) -> [UInt8] {
        if case .literal(let text) = element { Array(text.utf8) } else { [0] }
    }

    private static func bytes(of segment: PatternSegment) -> [UInt8] {
        switch segment {
        case .literal(let text): Array(text.utf8)
        case .mixed(let elements): elements.flatMap { bytes(of: $0) }
        case .parameter, .wildcard, .path, .catchAll: [0]
        }
    }
}
