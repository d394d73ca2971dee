import RouteDBRouting
import RouteDBStorage

/// Tries URLs of a route's pattern, to see whether other routes take them all.
struct ShadowSearch {
    private let snapshot: RegistrySnapshot
    private let functions: [String: ConverterFunction]
    private let table: RoutingTable
    private let namespaces: [NamespaceID: Namespace]

    init(_ snapshot: RegistrySnapshot, functions: [String: ConverterFunction]) {
        self.snapshot = snapshot.withoutAccess
        self.functions = functions
        table = RoutingTable(self.snapshot, functions: functions)
        namespaces = Dictionary(
            snapshot.namespaces.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// The route that takes the most of some URLs which another route would take alone, if that
    /// takes none of them.
    ///
    /// - Parameters:
    ///   - route: The other route.
    ///   - samples: How many URLs to try.
    /// - Returns: The route; `nil` if the other one takes a URL, or none even alone.
    func shadow(of route: Route, samples: Int) -> RouteID? {
        guard let pattern = route.pattern, let namespace = namespaces[route.namespace] else {
            return nil
        }
        var sampler = URLSampler(
            [pattern], policies: namespace.policies, schemes: namespace.schemes,
            hosts: namespace.hosts,
            converters: snapshot.converters.filter { $0.namespace == namespace.id }, seed: 1)
        var snapshot = snapshot
        snapshot.routes = [route]
        let alone = RoutingTable(snapshot, functions: functions)
        var takers: [RouteID: Int] = [:]
        for url in sampler.urls(of: pattern, count: samples) {
            let request = ResolutionRequest(url, namespace: namespace.name)
            guard alone.resolve(request).foundRoute?.id == route.id,
                let taker = table.resolve(request).foundRoute?.id
            else { continue }
            if taker == route.id { return nil }
            takers[taker, default: 0] += 1
        }
        return takers.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}
