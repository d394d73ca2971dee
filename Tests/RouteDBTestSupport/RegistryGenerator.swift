package import RouteDBRouting

/// Generates random registries from a seed: with few literals, so that routes overlap, and all
/// policies.
package struct RegistryGenerator {
    package var patterns: PatternGenerator
    /// What routes are of; nothing if all are of no kind.
    package var kinds: [String?] = []
    /// No kind, methods of which one is answered by another, and what is no method.
    package static let kinds: [String?] = [nil, nil, nil, "GET", "HEAD", "POST", "view"]
    private var nextRoute: Int64 = 0

    package init(seed: UInt64, configuration: PatternGenerator.Configuration = .overlapping) {
        patterns = PatternGenerator(seed: seed, configuration: configuration)
    }

    /// Generates a registry of one to four namespaces and some routes.
    package mutating func registry(routes: ClosedRange<Int> = 1...10) -> RegistrySnapshot {
        nextRoute = 0
        let count = patterns.random.oneIn(3) ? 1 + patterns.random.below(4) : 1
        let namespaces = (0..<count).map { namespace($0, of: count) }
        let total = routes.lowerBound + patterns.random.below(routes.count)
        let list = (0..<total).map { _ in route(in: patterns.random.pick(namespaces).id) }
        return RegistrySnapshot(revision: 1, namespaces: namespaces, routes: list)
    }

    /// Generates a route with the next id.
    package mutating func route(in namespace: NamespaceID) -> Route {
        nextRoute += 1 + (patterns.random.oneIn(4) ? 7 : 0)
        return Route(
            id: RouteID(rawValue: nextRoute), namespace: namespace,
            kind: kinds.isEmpty ? nil : patterns.random.pick(kinds), pattern: pattern(),
            target: "t\(nextRoute)",
            priority: patterns.random.oneIn(5) ? patterns.random.pick([-1, 1, .max, .min]) : 0,
            isEnabled: !patterns.random.oneIn(12))
    }

    /// Generates a pattern, usually without a scheme and host, so that more patterns overlap.
    private mutating func pattern() -> RoutePattern {
        let pattern = patterns.pattern()
        guard patterns.random.oneIn(2) else { return pattern }
        return RoutePattern(
            scheme: patterns.random.oneIn(2) ? pattern.scheme : nil, host: nil,
            path: pattern.path, query: pattern.query)
    }

    private mutating func namespace(_ index: Int, of count: Int) -> RouteNamespace {
        var namespace = RouteNamespace(
            id: NamespaceID(rawValue: Int64(index) + 1),
            name: index == 0 ? RouteNamespace.defaultName : "n\(index)",
            profile: patterns.random.oneIn(4)
                ? patterns.random.pick(NamespaceProfile.allCases) : .native,
            overrides: overrides())
        if index > 0 || patterns.random.oneIn(8) {
            if patterns.random.oneIn(2) {
                namespace.schemes = [patterns.random.pick(patterns.configuration.schemes)]
            }
            if patterns.random.oneIn(2) {
                namespace.hosts = [
                    patterns.random.pick(["a", "b", "*.example.com", "*.com", "x.example.com"])
                ]
            }
        }
        // A later namespace, so that there is no cycle.
        if index + 1 < count, !patterns.random.oneIn(3) {
            let next = index + 1 + patterns.random.below(count - index - 1)
            namespace.fallback = NamespaceID(rawValue: Int64(next) + 1)
        }
        return namespace
    }

    private mutating func overrides() -> NamespacePolicy.Overrides {
        var overrides: NamespacePolicy.Overrides = [:]
        guard !patterns.random.oneIn(3) else { return overrides }
        for policy in NamespacePolicy.allCases
        where !policy.values.isEmpty && patterns.random.oneIn(5) {
            overrides[policy] = patterns.random.pick(policy.values)
        }
        return overrides
    }
}

extension RegistryGenerator {
    /// A registry whose default namespace has a profile, and routes in its dialect.
    package mutating func dialectRegistry(_ profile: NamespaceProfile) -> RegistrySnapshot {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, profile: profile)
        let syntax = PatternSyntax(namespace)
        var routes: [Route] = []
        for number in 1...8 {
            let text = patterns.text(in: syntax)
            guard let pattern = try? syntax.parse(text, converters: PatternGenerator.converters)
            else { continue }
            routes.append(
                Route(
                    id: RouteID(rawValue: Int64(number)), namespace: namespace.id,
                    pattern: pattern, dialectText: text, target: text))
        }
        let converters = PatternGenerator.converters.map {
            ParameterConverter(namespace: namespace.id, name: $0, rule: .any)
        }
        return RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: routes, converters: converters)
    }
}
