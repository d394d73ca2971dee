import RouteDBDatabase
import RouteDBInsight
import RouteDBRouting

/// Finds the route whose URLs are most similar to a template.
///
/// Scheme, host and path are compared separately, and each may differ in up to a third of its
/// length; the case of letters does not count. A host without a dot, such as `user` in the deep link `myapp://user/42`, counts as the
/// first segment.
struct NearestRoute {
    /// One form of a route's URLs.
    private struct Candidate {
        let id: RouteID
        /// The scheme, or `nil` for any.
        let scheme: [UInt8]?
        /// The host, or `nil` for any.
        let host: Host?
        /// The path, with one byte in place of each value.
        let path: [UInt8]
    }

    /// A host with a dot.
    private struct Host {
        let text: [UInt8]
        /// True if the host has further labels before the text.
        var isSuffix = false
    }

    private let candidates: [Candidate]

    init(_ snapshot: RegistrySnapshot) {
        let namespaces = Dictionary(
            snapshot.namespaces.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        candidates = snapshot.routes.flatMap { route in
            Self.candidates(of: route, in: namespaces[route.namespace])
        }
    }

    /// Returns the route with the smallest edit distance; of several, the one with the lowest id.
    func route(for parts: [ClusterPart], of key: ClusterKey) -> RouteID? {
        var path = parts.flatMap { [UInt8(ascii: "/")] + Self.bytes(of: $0) }
        let scheme = key.scheme.map { Array($0.utf8) }
        var host = key.host.map { Array($0.utf8) }
        if let word = host, !Self.isDomain(word) {
            path = (word.isEmpty ? [] : [UInt8(ascii: "/")] + word) + path
            host = nil
        }
        path = path.map(\.asciiLowercased)
        var best: (id: RouteID, edits: Int)?
        for candidate in candidates {
            guard let pathEdits = Self.edits(path, candidate.path),
                let schemeEdits = Self.edits(scheme: scheme, candidate),
                let hostEdits = Self.edits(host: host, candidate)
            else { continue }
            let sum = pathEdits + schemeEdits + hostEdits
            if best.map({ sum < $0.edits }) ?? true { best = (candidate.id, sum) }
        }
        return best?.id
    }

    private static func edits(scheme: [UInt8]?, _ candidate: Candidate) -> Int? {
        // A log may lack the scheme.
        guard let scheme, let wanted = candidate.scheme else { return 0 }
        return edits(scheme, wanted)
    }

    private static func edits(host: [UInt8]?, _ candidate: Candidate) -> Int? {
        guard let host, let wanted = candidate.host else { return 0 }
        guard wanted.isSuffix else { return edits(host, wanted.text) }
        let dot = UInt8(ascii: ".")
        let labels = host.split(separator: dot, omittingEmptySubsequences: false)
        let count = wanted.text.count { $0 == dot } + 1
        guard labels.count > count else { return nil }
        return edits(Array(labels.suffix(count).joined(separator: [dot])), wanted.text)
    }

    /// Returns the edit distance of two texts, or `nil` if it exceeds a third of the first text's
    /// length.
    private static func edits(_ text: [UInt8], _ wanted: [UInt8]) -> Int? {
        NameSuggestion.editDistance(text, wanted, limit: max(1, text.count / 3))
    }

    // MARK: Candidates

    private static func candidates(of route: Route, in namespace: RouteNamespace?) -> [Candidate] {
        guard let pattern = route.pattern else { return [] }
        let bound = pattern.scheme.map { [$0] } ?? namespace?.schemes ?? []
        let schemes: [[UInt8]?] = bound.isEmpty ? [nil] : bound.map { Array($0.utf8) }
        var word: [UInt8] = []
        var hosts: [Host?] = [nil]
        if let elements = pattern.host?.elements {
            let text = elements.flatMap { bytes(of: $0) }
            if isDomain(text) {
                hosts = [host(of: elements)]
            } else if !text.isEmpty {
                word = [UInt8(ascii: "/")] + text
            }
        } else if let bound = namespace?.hosts, !bound.isEmpty {
            hosts = bound.map { text in
                let isSuffix = text.hasPrefix("*.")
                return Host(text: Array(text.utf8.dropFirst(isSuffix ? 2 : 0)), isSuffix: isSuffix)
            }
        }
        return pattern.variants().flatMap { variant in
            let path = variant.segments.reduce(word) {
                $0 + [UInt8(ascii: "/")] + bytes(of: $1)
            }.map(\.asciiLowercased)
            return schemes.flatMap { scheme in
                hosts.map { Candidate(id: route.id, scheme: scheme, host: $0, path: path) }
            }
        }
    }

    /// Returns the host of a pattern; if it has parameters, only the complete labels after the last
    /// one.
    private static func host(of elements: [PatternElement]) -> Host? {
        let texts = elements.map { bytes(of: $0) }
        guard let last = texts.lastIndex(of: [value]) else {
            return Host(text: texts.flatMap(\.self))
        }
        let tail = texts[(last + 1)...].flatMap(\.self)
        guard let dot = tail.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return Host(text: Array(tail[(dot + 1)...]), isSuffix: true)
    }

    private static func isDomain(_ host: [UInt8]) -> Bool { host.contains(UInt8(ascii: ".")) }

    // MARK: Bytes

    /// The byte that stands for a value.
    private static let value: UInt8 = 0

    private static func bytes(of part: ClusterPart) -> [UInt8] {
        // A number is a value even if it is the only one at this position.
        guard case .literal(let text) = part, !ValueClass(text.bytes).isAlwaysJoined else {
            return [value]
        }
        return text.bytes
    }

    private static func bytes(of element: PatternElement) -> [UInt8] {
        if case .literal(let text) = element { Array(text.utf8) } else { [value] }
    }

    private static func bytes(of segment: PatternSegment) -> [UInt8] {
        switch segment {
        case .literal(let text): Array(text.utf8)
        case .mixed(let elements): elements.flatMap { bytes(of: $0) }
        case .parameter, .wildcard, .path, .catchAll: [value]
        }
    }
}
