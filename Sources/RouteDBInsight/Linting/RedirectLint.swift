import RouteDBRouting

/// Finds redirects that lead back to themselves, to other redirects, or to nothing.
///
/// The redirects of a sample URL of each route are followed as a browser would follow them.
struct RedirectLint {
    private static let codes: [LintCode] = [.redirectLoop, .redirectChain, .redirectUnanswered]

    private let table: RoutingTable
    private let namespaces: [RouteNamespace]
    private let routes: [Route]
    private lazy var origins = RegistryOrigins(namespaces, routes)
    private lazy var shapes = RouteShapes(routes)

    init(snapshot: RegistrySnapshot, table: RoutingTable) {
        self.table = table
        namespaces = snapshot.namespaces
        routes = snapshot.routes.filter(\.isEnabled)
    }

    mutating func run(_ collector: inout LintCollector) {
        guard Self.codes.contains(where: collector.wants) else { return }
        for route in routes where route.redirect?.location != nil && !leadsAway(route) {
            guard let sampler = RouteSampler(route, in: table) else { continue }
            var isFound = (trail: false, end: false)
            for variant in sampler.variants.indices where !isFound.trail || !isFound.end {
                guard let url = sampler.url(ofVariant: variant) else { continue }
                let first = table.resolve(ResolutionRequest(url, namespace: sampler.namespace))
                // Another route may take the sample URL first.
                guard first.foundID == route.id else { continue }
                let witness = LintWitness(
                    url: url, namespace: sampler.namespace, routes: [route.id])
                for destination in Self.destinations(of: first, by: route) {
                    if !isFound.trail, let finding = trailFinding(destination, of: route) {
                        isFound.trail = true
                        collector.add(finding, witness: { witness })
                    }
                    if !isFound.end, let finding = endFinding(destination, of: route) {
                        isFound.end = true
                        collector.add(finding, witness: { witness })
                    }
                }
            }
        }
    }

    /// Returns whether all URLs of a redirect are fixed ones of other hosts than the registry's, which no route
    /// matches: most short links, and nothing to follow.
    private mutating func leadsAway(_ route: Route) -> Bool {
        // A host with values might be that of the URL.
        guard let redirect = route.redirect, route.patternOrigin?.host?.isLiteral ?? true else {
            return false
        }
        var match = RouteMatch()
        for location in redirect.locations {
            let isPath = location.utf8.first == UInt8(ascii: "/")
            guard !isPath, !location.utf8.contains(UInt8(ascii: "{")), !origins.name(location),
                case .unmatched = table.match(location, into: &match)
            else { return false }
        }
        return true
    }

    /// Where the redirect of a route leads, and each of its variants.
    private static func destinations(of first: Resolution, by route: Route) -> [RedirectDestination]
    {
        let variants = (route.redirect?.variants ?? []).indices.map {
            first.destination(byVariant: $0 + 1)
        }
        return ([first.destination(byVariant: nil)] + variants).compactMap(\.self)
    }

    /// The finding for a redirect that leads to another redirect, or back to one.
    private func trailFinding(_ destination: RedirectDestination, of route: Route) -> LintFinding? {
        let isLoop = if case .loop = destination.end { true } else { false }
        guard isLoop || destination.redirects.count > 1 else { return nil }
        let label = label(route)
        let replacement = Self.replacement(of: route)
        let message =
            isLoop
            ? "\(label) redirects in a loop: its redirect leads back to a redirect that led to it."
            : "\(label) redirects to another redirect; in the end it leads to"
                + " '\(destination.lastLocation)'."
        return LintFinding(
            isLoop ? .redirectLoop : .redirectChain, in: route.namespace,
            routes: destination.routes, message,
            fixes: isLoop
                ? [replacement, "routedb remove '#\(route.id.rawValue)'"] : [replacement])
    }

    /// The finding for redirects that end at a URL of the registry that no route answers.
    private mutating func endFinding(_ destination: RedirectDestination, of route: Route)
        -> LintFinding?
    {
        let target: String?
        switch destination.end {
        case .answered(let resolution) where resolution.outcome == .unmatched:
            target = resolution.target
        case .answered(let resolution) where resolution.outcome == .invalid: target = nil
        case .elsewhere where origins.name(destination.url):
            // A route that is bound to no host may take the URL nevertheless.
            let resolution = table.resolve(destination.url)
            guard !resolution.hasRoute else { return nil }
            target = resolution.target
        default: return nil
        }
        guard !mayBeAnswered(destination, of: route) else { return nil }
        let reason =
            target.map { "which only the fallback target '\($0)' takes" }
            ?? "which no route answers"
        return LintFinding(
            .redirectUnanswered, in: route.namespace, routes: destination.routes,
            "\(label(route)) redirects to '\(destination.lastLocation)', \(reason).",
            fixes: [Self.replacement(of: route), "routedb set '#\(route.id.rawValue)' status=410"])
    }

    /// Returns whether other values than the sample's might lead to a URL that a route answers.
    private mutating func mayBeAnswered(_ destination: RedirectDestination, of route: Route) -> Bool
    {
        guard let last = destination.redirects.last?.route,
            let first = RouteShape(redirectOf: route), first.hasValues,
            let shape = RouteShape(redirectOf: last)
        else { return false }
        return shapes.fit(shape)
    }

    private func label(_ route: Route) -> String {
        route.numberedLabel(in: namespaces.first { $0.id == route.namespace }?.name)
    }

    private static func replacement(of route: Route) -> String {
        "routedb set '#\(route.id.rawValue)' redirect=URL"
    }
}

extension RedirectDestination {
    /// The routes that redirect, each once, in order.
    fileprivate var routes: [RouteID] {
        redirects.reduce(into: []) { routes, resolution in
            guard let id = resolution.foundID, !routes.contains(id) else { return }
            routes.append(id)
        }
    }

    /// Where the last redirect leads, as it says.
    fileprivate var lastLocation: String { redirects.last?.redirect?.location ?? url }
}

/// The schemes and hosts that namespaces and patterns name.
private struct RegistryOrigins {
    private var schemes: Set<String> = []
    private var hosts: Set<String> = []
    /// The ends of hosts, each with the dot before it.
    private var suffixes: Set<String> = []

    init(_ namespaces: [RouteNamespace], _ routes: [Route]) {
        for namespace in namespaces {
            for scheme in namespace.schemes { schemes.insert(scheme.lowercased()) }
            for host in namespace.hosts {
                let host = host.lowercased()
                if host.hasPrefix("*.") {
                    suffixes.insert(String(host.dropFirst()))
                } else {
                    hosts.insert(host)
                }
            }
        }
        for pattern in routes.lazy.compactMap(\.patternOrigin) {
            if let scheme = pattern.scheme { schemes.insert(scheme.lowercased()) }
            guard case .literal(let text)? = pattern.host?.elements.last else { continue }
            if pattern.host?.elements.count == 1 {
                hosts.insert(text.lowercased())
            } else if text.hasPrefix(".") {
                suffixes.insert(text.lowercased())
            }
        }
        // Everybody's schemes say nothing about whose a URL is.
        schemes.subtract(["http", "https"])
    }

    /// Returns whether the scheme of a URL, or its host, is one of the registry's.
    func name(_ url: String) -> Bool {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        if schemes.contains(url[..<colon].lowercased()) { return true }
        let rest = url[colon...].utf8.dropFirst()
        guard rest.starts(with: "//".utf8) else { return false }
        let host = String(
            decoding: rest.dropFirst(2).prefix { !"/?#:".utf8.contains($0) }, as: UTF8.self
        ).lowercased()
        if hosts.contains(host) { return true }
        return host.utf8.indices.contains { index in
            host.utf8[index] == UInt8(ascii: ".") && suffixes.contains(String(host[index...]))
        }
    }
}
