package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

/// A default value with its origin.
package struct DefaultOutput: Sendable {
    package let key: String
    package let value: JSONValue
    /// `namespace`, `group` or `route`.
    package let origin: String
    /// The name of the namespace.
    package let namespace: String
    package let group: String?
    package let route: RouteID?

    /// The value as JSON.
    package var object: JSONObject {
        [
            "key": .string(key), "value": value, "origin": .string(origin),
            "namespace": .string(namespace), "group": group.map(JSONValue.string) ?? .null,
            "route": route.map { .int($0.rawValue) } ?? .null,
        ]
    }

    /// The place that the value is set for, in words.
    package var place: String {
        if let route { return "route #\(route.rawValue)" }
        if let group { return "group \(RouteLabel.group(group, in: namespace))" }
        return "namespace \(namespace)"
    }
}

extension DefaultOutput {
    /// Creates the output for a value of a place, as an edit finds that.
    package init(
        _ key: String, _ value: JSONValue, of place: DefaultPlace, in editor: RegistryEditor
    ) throws {
        (self.key, self.value) = (key, value)
        switch place {
        case .namespace(let name):
            (origin, namespace, group, route) = ("namespace", name, nil, nil)
        case .group(let name, let group):
            (origin, namespace, self.group, route) = ("group", name, group, nil)
        case .route(let reference):
            let found = try editor.route(reference)
            (origin, namespace, group, route) = ("route", found.namespace, nil, found.id)
        }
    }
}

extension RegistrySnapshot {
    /// Returns all default values: those of each namespace, followed by those of its groups and
    /// routes.
    package func defaultFacts() -> [DefaultOutput] {
        namespaces.flatMap { namespace -> [DefaultOutput] in
            let groups = defaults.keys.compactMap { scope in
                if case .group(namespace.id, let group) = scope { group } else { nil }
            }
            return facts(.namespace(namespace.id), namespace)
                + groups.sorted().flatMap { facts(.group(namespace.id, $0), namespace) }
                + routes.filter { $0.namespace == namespace.id }
                .flatMap { facts(.route($0.id), namespace) }
        }
    }

    /// Returns the default values in effect for a route, with their origins.
    package func defaultFacts(for route: Route) -> [DefaultOutput] {
        guard let namespace = namespaces.first(where: { $0.id == route.namespace }) else {
            return []
        }
        var scopes: [RouteScope] = [.namespace(namespace.id)]
        if let group = route.group { scopes.append(.group(namespace.id, group)) }
        scopes.append(.route(route.id))
        var found: [DefaultOutput] = []
        for fact in scopes.flatMap({ facts($0, namespace) }) {
            if let index = found.firstIndex(where: { $0.key == fact.key }) {
                found[index] = fact
            } else {
                found.append(fact)
            }
        }
        return found
    }

    /// Returns the default values of a place.
    package func defaultFacts(of place: DefaultPlace) throws(RouteDBError) -> [DefaultOutput] {
        let scope = try scope(of: place)
        let owner =
            switch scope {
            case .namespace(let id), .group(let id, _): id
            case .route(let id): try route(RouteReference(id)).namespace
            }
        return namespaces.first { $0.id == owner }.map { facts(scope, $0) } ?? []
    }

    private func facts(_ scope: RouteScope, _ namespace: RouteNamespace) -> [DefaultOutput] {
        (defaults[scope] ?? [:]).members.map { member in
            let (origin, group, route): (String, String?, RouteID?) =
                switch scope {
                case .namespace: ("namespace", nil, nil)
                case .group(_, let group): ("group", group, nil)
                case .route(let id): ("route", nil, id)
                }
            return DefaultOutput(
                key: member.key, value: member.value, origin: origin, namespace: namespace.name,
                group: group, route: route)
        }
    }
}
