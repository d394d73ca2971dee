import RouteDB
import RouteDBTestSupport

/// The routes that a model and a routing table are both made of.
struct ModelRegistry {
    struct Route: Hashable {
        var pattern: String
        /// The scheme of the namespace that the route is in; `nil`: the one for all others.
        var scheme: String?
        var priority: Int32 = 0
    }

    let system: RouterSystem
    var routes: [Route] = []
    /// Only JLRoutes has these.
    var decodesPlus = true
    var takesAnyHost = false
    /// The schemes whose routes are tried before those for all others.
    var fallingBack: Set<String> = []
    /// ARoute's marks of parameters.
    var marks = "{}"
    /// ARoute's mark before a parameter's type.
    var castMark = "|"

    /// The table that RouteDB makes of them.
    ///
    /// - Throws: ``PatternError`` of a pattern that it refuses.
    func table() throws -> RoutingTable {
        let global = NamespaceID(rawValue: 1)
        var overrides: NamespacePolicy.Overrides = [:]
        if !decodesPlus { overrides[.plus] = "literal" }
        if takesAnyHost { overrides[.host] = "component" }
        if marks != "{}" { overrides[.marks] = marks }
        if castMark != "|" { overrides[.castMark] = castMark }
        guard let profile = NamespaceProfile(rawValue: system.rawValue) else {
            throw UnsupportedCase("patterns of \(system)")
        }
        var namespaces = [
            RouteNamespace(
                id: global, name: RouteNamespace.defaultName, profile: profile, overrides: overrides
            )
        ]
        for scheme in Set(routes.compactMap(\.scheme)).sorted() {
            namespaces.append(
                RouteNamespace(
                    id: NamespaceID(rawValue: Int64(namespaces.count + 1)), name: scheme,
                    profile: profile, overrides: overrides, schemes: [scheme],
                    fallback: fallingBack.contains(scheme) ? global : nil))
        }
        var made: [RouteDB.Route] = []
        for (index, route) in routes.enumerated() {
            let name = route.scheme ?? RouteNamespace.defaultName
            let namespace = namespaces.first { $0.name == name } ?? namespaces[0]
            let pattern = try PatternSyntax(namespace).parse(route.pattern)
            made.append(
                RouteDB.Route(
                    id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                    pattern: pattern, dialectText: route.pattern, target: String(index),
                    priority: route.priority))
        }
        return RoutingTable(RegistrySnapshot(revision: 1, namespaces: namespaces, routes: made))
    }
}
