import RouteDB
import RouteDBRouting

/// A table of routes and the URLs to look up in it.
struct Workload {
    let name: String
    let routes: [RouteSketch]
    let urls: [GeneratedURL]
    let bytes: URLBytes
    let snapshot: RegistrySnapshot
    let table: RoutingTable

    /// Makes URLs for a table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - routes: Its routes.
    ///   - seed: The seed of everything random.
    ///   - isSkewed: Whether some routes are wanted far more often than others.
    /// - Throws: `PatternError` if a generated pattern is wrong.
    init(
        name: String, routes: [RouteSketch], seed: UInt64, isSkewed: Bool = false
    ) throws(PatternError) {
        self.name = name
        self.routes = routes
        // The hits of a large table must not repeat: that would warm the caches.
        let count = routes.count < 10_000 ? 20_000 : routes.count < 100_000 ? 50_000 : 100_000
        var probe = URLGenerator(seed: seed, queryLength: 1)
        let shortest = URLBytes(probe.urls(2_000, for: routes)).meanLength
        // A query is there two times out of three, and ends up a few bytes longer than asked for.
        let queryLength = max(1, Int((64 - shortest) * 1.5) + 3)
        var generator = URLGenerator(seed: seed, queryLength: queryLength)
        urls =
            isSkewed
            ? generator.skewedURLs(count, for: routes) : generator.urls(count, for: routes)
        bytes = URLBytes(urls)
        snapshot = try Self.snapshot(of: routes)
        table = RoutingTable(snapshot)
    }

    /// A registry's content with one namespace of native profile.
    static func snapshot(of routes: [RouteSketch]) throws(PatternError) -> RegistrySnapshot {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        var parsed: [Route] = []
        parsed.reserveCapacity(routes.count)
        for (index, route) in routes.enumerated() {
            parsed.append(
                Route(
                    id: RouteID(rawValue: Int64(index + 1)), namespace: namespace.id,
                    pattern: try RoutePattern(route.pattern), target: "screen",
                    priority: route.priority))
        }
        return RegistrySnapshot(revision: 1, namespaces: [namespace], routes: parsed)
    }
}
