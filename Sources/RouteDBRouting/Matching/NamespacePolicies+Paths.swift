// How a namespace reads the paths of patterns.
extension NamespacePolicies {
    /// Whether empty text between two slashes is a segment.
    var keepsEmptySegments: Bool { repeatedSlashes != .collapse }

    /// A pattern's host where the namespace matches it against the URL's.
    func matchedHost(of pattern: RoutePattern) -> HostPattern? {
        switch host {
        case .match: return pattern.host
        case .component, .dotless, .authority, .ignore: return nil
        case .auto:
            guard let scheme = pattern.scheme else { return pattern.host }
            return WebSchemes.contains(scheme.utf8) ? pattern.host : nil
        }
    }

    /// Whether a pattern's host is the first segment.
    func readsHostAsSegment(of pattern: RoutePattern) -> Bool {
        switch host {
        case .match, .ignore: false
        case .component, .authority: true
        case .dotless: pattern.host.map { $0.isLiteral && $0.isFirstSegment } ?? false
        case .auto: pattern.host != nil && matchedHost(of: pattern) == nil
        }
    }
}

extension RoutePattern {
    /// Whether the pattern captures nothing.
    var isLiteral: Bool {
        parameters.isEmpty && !Self.hasWildcard(path) && !Self.hasWildcard(host?.elements ?? [])
    }

    private static func hasWildcard(_ elements: [PatternElement]) -> Bool {
        elements.contains { element in
            switch element {
            case .wildcard, .catchAll: true
            case .optional(let content): hasWildcard(content)
            case .separator, .literal, .parameter: false
            }
        }
    }
}
