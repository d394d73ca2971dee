import RouteDBRouting

/// Finds redirects that lead back to themselves, or to other redirects.
///
/// From a sample URL of each redirect, the redirects are followed as a browser would. A URL with a host
/// belongs to the registry if the routes that it came from are bound to schemes or hosts: otherwise
/// nobody knows which hosts are the registry's.
struct RedirectLint {
    /// The most redirects that are followed.
    private static let hops = 16

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
    private struct Trail {
        var routes: [RouteID]
        /// Whether a URL comes again, or redirects do not end.
        var isLoop: Bool
        /// Where the redirects lead in the end.
        var end: String
    }

    /// Follows the redirects of a URL; `nil` if the first one leads to no other.
    private func follow(_ start: String, in namespace: String?, from route: Route) -> Trail? {
        var url = start
        var seen: Set<String> = [start]
        var trail = Trail(routes: [route.id], isLoop: false, end: start)
        var place = namespace
        for hop in 0..<Self.hops {
            let resolution = table.resolve(ResolutionRequest(url, namespace: place))
            guard let found = resolution.foundRoute, let location = resolution.redirect?.location
            else { return trail.routes.count > 1 ? trail : nil }
            // Another route takes the sample URL first.
            if hop == 0, found.id != route.id { return nil }
            if hop > 0 { trail.routes.append(found.id) }
            trail.end = location
            guard let next = self.next(location, from: url, found) else {
                return trail.routes.count > 1 ? trail : nil
            }
            if next.isAbsolute { place = nil }
            url = next.url
            guard seen.insert(url).inserted else {
                trail.isLoop = true
                return trail
            }
        }
        trail.isLoop = true
        return trail
    }

    /// The URL that a redirect leads to, if it is the registry's.
    private func next(
        _ location: String, from url: String, _ route: Route
    ) -> (url: String, isAbsolute: Bool)? {
        guard location.utf8.first == UInt8(ascii: "/") else {
            let bound = snapshot.namespaces.first { $0.id == route.namespace }
            let isBound = bound.map { !$0.hosts.isEmpty || !$0.schemes.isEmpty } ?? false
            guard isBound || route.pattern?.host != nil || route.pattern?.scheme != nil else {
                return nil
            }
            return (location, true)
        }
        let bytes = Array(url.utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }.count
        var end = 0
        if bytes[scheme...].starts(with: "://".utf8) {
            end = scheme + 3
        } else if bytes.starts(with: "//".utf8) {
            end = 2
        }
        if end > 0 { end += bytes[end...].prefix { !"/?#".utf8.contains($0) }.count }
        return (String(decoding: bytes[..<end], as: UTF8.self) + location, false)
    }

    private func add(
        _ trail: Trail, of route: Route, at url: String, in namespace: String?,
        _ collector: inout LintCollector
    ) {
        let code: LintCode = trail.isLoop ? .redirectLoop : .redirectChain
        let label = NamespaceLint.label(route)
        let routes = trail.routes.reduce(into: [RouteID]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let message =
            trail.isLoop
            ? "\(label) redirects in a loop: its redirect leads back to a redirect that led to it."
            : "\(label) redirects to another redirect; in the end it leads to '\(trail.end)'."
        let id = "'#\(route.id.rawValue)'"
        let finding = LintFinding(
            code, in: route.namespace, routes: routes, message,
            fixes: trail.isLoop
                ? ["routedb replace \(id) --redirect URL", "routedb remove \(id)"]
                : ["routedb replace \(id) --redirect URL"])
        collector.add(
            finding,
            witness: { LintWitness(url: url, namespace: namespace, routes: [route.id]) })
    }
}
