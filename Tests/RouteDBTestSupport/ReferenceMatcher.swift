package import RouteDBRouting

/// A slow, short and obviously correct matcher to compare the compiled one with.
///
/// It follows `Docs/grammar.md` sentence by sentence, tries everything, and shares no code with the
/// compiled matcher. From the library it uses the parsing of URLs (``NormalizedURL``), the variants
/// of a pattern, and what each type accepts, which have their own tests.
package struct ReferenceMatcher {
    /// A variant of a route that fits a URL.
    package struct Match: Hashable, Sendable {
        package let route: RouteID
        package let variant: Int
        package let captures: [Capture]

        package init(route: RouteID, variant: Int, captures: [Capture]) {
            self.route = route
            self.variant = variant
            self.captures = captures
        }
    }

    /// A captured value; `name` is `nil` for an unnamed one.
    package struct Capture: Hashable, Sendable {
        package let name: String?
        package let text: [UInt8]

        package init(name: String?, text: [UInt8]) {
            self.name = name
            self.text = text
        }
    }

    /// All matches of a URL in order, or that it is invalid.
    package struct Answer: Hashable, Sendable {
        package var matches: [Match] = []
        package var isInvalid = false

        package init() {}
    }

    /// How a tie is decided; the wrong way serves to test the tests.
    package enum TieBreak: Sendable {
        case earlierRouteFirst
        case laterRouteFirst
    }

    let namespaces: [RouteNamespace]
    private let policies: [NamespacePolicy.Values]
    private let candidates: [[Candidate]]

    /// Prepares the routes of a registry.
    package init(_ snapshot: RegistrySnapshot, tieBreak: TieBreak = .earlierRouteFirst) {
        namespaces = snapshot.namespaces
        policies = namespaces.map(\.policies)
        candidates = snapshot.namespaces.map { namespace in
            var list: [Candidate] = []
            for route in snapshot.routes where route.namespace == namespace.id && route.isEnabled {
                guard let pattern = route.pattern else { continue }
                for (index, variant) in pattern.variants(order: namespace.policies.groups)
                    .enumerated()
                {
                    list.append(
                        Candidate(
                            route, pattern, variant, number: index, policies: namespace.policies,
                            tieBreak: tieBreak))
                }
            }
            return list.sorted { Candidate.comes($0.order, before: $1.order) }
        }
    }

    /// Returns all matches of a URL, for a request of a kind or of none.
    package func matches(
        _ url: [UInt8], in namespace: String? = nil, kind: String? = nil
    ) -> Answer {
        var answer = Answer()
        var place =
            namespace.map { name in namespaces.firstIndex { $0.name == name } }
            ?? self.namespace(of: url)
        if place == nil { answer.isInvalid = (try? NormalizedURL(utf8: url)) == nil }
        var asked: Set<Int> = []
        while let current = place, asked.insert(current).inserted {
            let policies = policies[current]
            let parts = try? NormalizedURL(utf8: url, policies: policies)
            guard let subject = parts.map({ Subject(url, $0, policies) }) else {
                answer.isInvalid = true
                return answer
            }
            for candidate in candidates[current] where candidate.takes(kind) {
                guard let captures = candidate.fit(subject, policies) else { continue }
                answer.matches.append(
                    Match(route: candidate.route, variant: candidate.variant, captures: captures))
            }
            place = namespaces[current].fallback.flatMap { id in
                namespaces.firstIndex { $0.id == id }
            }
        }
        return answer
    }
}

extension ReferenceMatcher {
    /// A URL as one namespace reads it.
    struct Subject {
        let scheme: [UInt8]?
        let host: [UInt8]?
        let port: UInt16?
        let segments: [[UInt8]]
        let hasTrailingSlash: Bool
        let items: [(key: [UInt8], value: [UInt8])]

        init(_ url: [UInt8], _ parts: NormalizedURL, _ policies: NamespacePolicy.Values) {
            scheme = parts.scheme.map { Array($0.utf8) }
            host = parts.host.map { Array($0.utf8) }
            port = parts.port
            segments = parts.segments.map { Array($0.utf8) }
            hasTrailingSlash = parts.hasTrailingSlash
            items = Self.items(of: url, policies: policies)
        }
    }
}
