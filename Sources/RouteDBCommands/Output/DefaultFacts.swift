package import RouteDB

/// One default value and where it comes from.
package struct DefaultFacts: Sendable {
    package let key: String
    package let value: JSONValue
    /// `namespace`, `group` or `route`.
    package let origin: String
    /// The name of the namespace.
    package let namespace: String
    package let group: String?
    package let route: RouteID?

    /// What JSON says of the value.
    package var object: JSONObject {
        [
            "key": .string(key), "value": value, "origin": .string(origin),
            "namespace": .string(namespace), "group": group.map(JSONValue.string) ?? .null,
            "route": route.map { .int($0.rawValue) } ?? .null,
        ]
    }

    /// Where the value stands, for people.
    package var place: String {
        if let route { return "route #\(route.rawValue)" }
        if let group { return "group \(namespace):\(group)" }
        return "namespace \(namespace)"
    }
}

extension RegistrySnapshot {
    /// All default values: first those of a namespace, then of its groups, then of its routes.
    package func defaultFacts() -> [DefaultFacts] {
        namespaces.flatMap { namespace -> [DefaultFacts] in
            let groups = defaults.keys.compactMap { scope in
                if case .group(namespace.id, let group) = scope { group } else { nil }
            }
            return facts(.namespace(namespace.id), namespace)
                + groups.sorted().flatMap { facts(.group(namespace.id, $0), namespace) }
                + routes.filter { $0.namespace == namespace.id }
                .flatMap { facts(.route($0.id), namespace) }
        }
    }

    /// The default values that hold for a route, each with where it comes from.
    package func defaultFacts(for route: Route) -> [DefaultFacts] {
        guard let namespace = namespaces.first(where: { $0.id == route.namespace }) else {
            return []
        }
        var scopes: [RouteScope] = [.namespace(namespace.id)]
        if let group = route.group { scopes.append(.group(namespace.id, group)) }
        scopes.append(.route(route.id))
        var found: [DefaultFacts] = []
        for fact in scopes.flatMap({ facts($0, namespace) }) {
            if let index = found.firstIndex(where: { $0.key == fact.key }) {
                found[index] = fact
            } else {
                found.append(fact)
            }
        }
        return found
    }

    private func facts(_ scope: RouteScope, _ namespace: Namespace) -> [DefaultFacts] {
        (defaults[scope] ?? [:]).members.map { member in
            let (origin, group, route): (String, String?, RouteID?) =
                switch scope {
                case .namespace: ("namespace", nil, nil)
                case .group(_, let group): ("group", group, nil)
                case .route(let id): ("route", nil, id)
                }
            return DefaultFacts(
                key: member.key, value: member.value, origin: origin, namespace: namespace.name,
                group: group, route: route)
        }
    }
}
