import RouteDBRouting
import RouteDBTestSupport

/// A table of routes of kinds in one namespace, for tests that state facts.
struct KindTable {
    let table: RoutingTable

    /// Registers patterns with kinds in the given order; their ids count from 1.
    init(
        _ routes: [(pattern: String, kind: String?)], _ overrides: NamespacePolicy.Overrides = [:],
        rules: [AccessRule] = []
    ) throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, overrides: overrides)
        table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace],
                routes: try routes.enumerated().map { index, route in
                    Route(
                        id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                        kind: route.kind, pattern: try RoutePattern(route.pattern), target: "t")
                }, accessRules: rules))
    }

    /// The number of the route that takes a request.
    func first(_ url: String, kind: String?) -> Int64? {
        table.resolve(ResolutionRequest(url, kind: kind)).route?.id.rawValue
    }

    /// The numbers of all routes that take a request, in their order.
    func all(_ url: String, kind: String?) -> [Int64] {
        let request = ResolutionRequest(url, kind: kind)
        var found: [Int64] = []
        var resolution = table.resolve(request)
        while let route = resolution.route {
            found.append(route.id.rawValue)
            resolution = table.resolve(request, after: resolution)
        }
        return found
    }

    /// The kinds for which routes answer a URL.
    func kinds(_ url: String) -> [String?] {
        table.kinds(answering: ResolutionRequest(url, kind: "TRACE"))
    }
}
