import RouteDBRouting

/// Finds redirects that lead back to themselves, or to other redirects.
///
/// From a sample URL of each redirect, the redirects are followed as a browser would. A URL with a host
/// belongs to the registry if the routes that it came from are bound to schemes or hosts: otherwise
/// nobody knows which hosts are the registry's.
struct RedirectLint {
    let snapshot: RegistrySnapshot
    let table: RoutingTable

    func run(_ collector: inout LintCollector) {
        guard collector.wants(.redirectLoop) || collector.wants(.redirectChain) else { return }
        for route in snapshot.routes where route.isEnabled && route.redirect?.location != nil {
            guard let sampler = RouteSampler(route, in: table) else { continue }
            for variant in sampler.variants.indices {
                guard let url = sampler.url(ofVariant: variant) else { continue }
                let found = follow(url, in: sampler.namespace, from: route)
                if let found {
                    add(found, of: route, at: url, in: sampler.namespace, &collector)
                    break
                }
            }
        }
    }

    /// What a redirect leads to, after others.
    private struct Chain {
        var routes: [RouteID]
        /// Whether a URL comes again, or redirects do not end.
        var isLoop: Bool
        /// Where the redirects lead in the end.
        var end: String
    }

    /// Follows the redirects of a URL; `nil` if the first one leads to no other.
    private func follow(_ start: String, in namespace: String?, from route: Route) -> Chain? {
        var trail = RedirectTrail(ResolutionRequest(start, namespace: namespace))
        var chain = Chain(routes: [], isLoop: false, end: start)
        while !chain.isLoop {
            let resolution = table.resolve(trail.request)
            guard let found = resolution.foundRoute, let location = resolution.redirect?.location
            else { break }
            // Another route takes the sample URL first.
            if chain.routes.isEmpty, found.id != route.id { return nil }
            chain.routes.append(found.id)
            chain.end = location
            guard isOwn(location, found) else { break }
            chain.isLoop = !trail.follow(location)
        }
        return chain.isLoop || chain.routes.count > 1 ? chain : nil
    }

    /// Whether the URL that a route redirects to is the registry's.
    private func isOwn(_ location: String, _ route: Route) -> Bool {
        if location.utf8.first == UInt8(ascii: "/") { return true }
        return route.isBound(in: snapshot.namespaces.first { $0.id == route.namespace })
    }

    private func add(
        _ chain: Chain, of route: Route, at url: String, in namespace: String?,
        _ collector: inout LintCollector
    ) {
        let code: LintCode = chain.isLoop ? .redirectLoop : .redirectChain
        let label = NamespaceLint.label(route)
        let routes = chain.routes.reduce(into: [RouteID]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let message =
            chain.isLoop
            ? "\(label) redirects in a loop: its redirect leads back to a redirect that led to it."
            : "\(label) redirects to another redirect; in the end it leads to '\(chain.end)'."
        let id = "'#\(route.id.rawValue)'"
        let finding = LintFinding(
            code, in: route.namespace, routes: routes, message,
            fixes: chain.isLoop
                ? ["routedb replace \(id) --redirect URL", "routedb remove \(id)"]
                : ["routedb replace \(id) --redirect URL"])
        collector.add(
            finding,
            witness: { LintWitness(url: url, namespace: namespace, routes: [route.id]) })
    }
}
