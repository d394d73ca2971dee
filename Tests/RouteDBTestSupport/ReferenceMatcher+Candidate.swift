import RouteDBRouting

extension ReferenceMatcher {
    /// One variant of a route's pattern, as its namespace reads it.
    struct Candidate {
        let route: RouteID
        let variant: Int
        let kind: String?
        let scheme: [UInt8]?
        /// The host; `nil` for any host or none.
        let host: HostPattern?
        let segments: [PatternSegment]
        /// Whether there is a trailing slash; `nil` if it does not matter.
        let hasTrailingSlash: Bool?
        let query: [QueryCondition]
        let rules: Rules
        /// The rank: the numbers are compared one by one, and a missing one counts as zero.
        let order: (priority: Int, kinds: [Int], tie: [Int64])

        init(
            _ route: Route, _ pattern: RoutePattern, _ written: PatternVariant, number: Int,
            policies: NamespacePolicy.Values, tieBreak: TieBreak
        ) {
            self.route = route.id
            variant = number
            kind = route.kind
            scheme = pattern.scheme.map { Array($0.utf8) }
            query = pattern.query
            rules = Rules(pattern, policies)
            var segments = written.segments
            let keepsEmpty = policies.repeatedSlashes != .collapse
            switch Self.meaning(ofHostIn: pattern, policies) {
            case .match: host = pattern.host
            case .component:
                host = nil
                segments = Self.segment(of: pattern.host) + segments
            default: host = nil
            }
            let isSlash = written.hasTrailingSlash && policies.trailingSlash == .strict
            if keepsEmpty, segments.isEmpty || isSlash { segments.append(.literal("")) }
            self.segments = segments
            let isStrict = policies.trailingSlash == .strict && !keepsEmpty
            hasTrailingSlash =
                isStrict && !Self.endsOpen(segments) ? written.hasTrailingSlash : nil
            let id = tieBreak == .earlierRouteFirst ? route.id.rawValue : -route.id.rawValue
            let tie = [id, Int64(variant)]
            let kindPlace: Int64 = kind == nil ? 2 : kind == "HEAD" ? 0 : 1
            switch policies.choice {
            case .specificity:
                order = (
                    -Int(route.priority), Self.kinds(pattern.scheme, host, segments),
                    Self.texts(segments) + [-Int64(pattern.query.count), kindPlace] + tie
                )
            case .mostLiterals:
                order = (-segments.count { Self.kind($0) == 1 }, [], [kindPlace] + tie)
            case .priority: order = (-Int(route.priority), [], tie)
            case .first: order = (0, [], tie)
            }
        }

        /// Whether the route takes a request of a kind or of none; kinds are in capitals or none are methods.
        func takes(_ request: String?) -> Bool {
            kind == nil || request == nil || kind == request || kind == "GET" && request == "HEAD"
        }

        /// Returns what the pattern's host means, which is never `auto`.
        private static func meaning(
            ofHostIn pattern: RoutePattern, _ policies: NamespacePolicy.Values
        ) -> NamespacePolicy.Host {
            switch policies.host {
            case .match, .ignore, .component: return policies.host
            case .authority: return .component
            case .dotless:
                guard case .literal(let text)? = pattern.host?.elements.first else {
                    return .ignore
                }
                let isComponent =
                    pattern.host?.elements.count == 1 && text != "localhost"
                    && !text.contains(".")
                return isComponent ? .component : .ignore
            case .auto: break
            }
            guard let scheme = pattern.scheme else { return .match }
            return ["http", "https", "ws", "wss", "ftp"].contains(scheme) ? .match : .component
        }

        private static func segment(of host: HostPattern?) -> [PatternSegment] {
            guard let elements = host?.elements, !elements.isEmpty else { return [] }
            if elements.count > 1 { return [.mixed(elements)] }
            switch elements[0] {
            case .literal(let text): return [.literal(text)]
            case .parameter(let parameter): return [.parameter(parameter)]
            default: return [.wildcard]
            }
        }

        private static func endsOpen(_ segments: [PatternSegment]) -> Bool {
            switch segments.last {
            case nil, .path?, .catchAll?: true
            default: false
            }
        }
    }
}

// The order of precedence.
extension ReferenceMatcher.Candidate {
    typealias Order = (priority: Int, kinds: [Int], tie: [Int64])

    static func comes(_ left: Order, before right: Order) -> Bool {
        if left.priority != right.priority { return left.priority < right.priority }
        for index in 0..<max(left.kinds.count, right.kinds.count) {
            let one = index < left.kinds.count ? left.kinds[index] : 0
            let other = index < right.kinds.count ? right.kinds[index] : 0
            if one != other { return one < other }
        }
        return left.tie.lexicographicallyPrecedes(right.tie)
    }

    private static func kinds(
        _ scheme: String?, _ host: HostPattern?, _ segments: [PatternSegment]
    ) -> [Int] {
        [scheme == nil ? 1 : 0, kind(host), host?.port == nil ? 1 : 0] + segments.map(kind)
    }

    /// The lengths of the text in the first four segments with parameters beside text, negated.
    private static func texts(_ segments: [PatternSegment]) -> [Int64] {
        let lengths = segments.compactMap { segment -> Int64? in
            guard case .mixed(let parts) = segment else { return nil }
            let literals = parts.map { part in
                if case .literal(let text) = part { text.utf8.count } else { 0 }
            }
            return -Int64(min(literals.reduce(0, +), 255))
        }
        return Array((lengths + [0, 0, 0, 0]).prefix(4))
    }

    private static func kind(_ host: HostPattern?) -> Int {
        guard let elements = host?.elements else { return 7 }
        guard let first = elements.first else { return 1 }
        if elements.count > 1 { return 2 }
        switch first {
        case .literal: return 1
        case .parameter(let parameter): return parameter.type == .string ? 4 : 3
        default: return 5
        }
    }

    private static func kind(_ segment: PatternSegment) -> Int {
        switch segment {
        case .literal: 1
        case .mixed: 2
        case .parameter(let parameter): parameter.type == .string ? 4 : 3
        case .wildcard: 5
        case .path: 6
        case .catchAll: 7
        }
    }
}
