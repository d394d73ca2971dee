package import RouteDBRouting

/// The output for an access rule.
package struct RuleFacts: Sendable {
    package let rule: AccessRule
    /// The name of the namespace.
    package let namespace: String
    package let group: String?
    package let route: Route?

    /// Creates the output for a rule.
    package init(_ rule: AccessRule, in places: RulePlaces) {
        self.rule = rule
        switch rule.scope {
        case .namespace: (group, route) = (nil, nil)
        case .group(_, let group): (self.group, route) = (group, nil)
        case .route(let id): (group, route) = (nil, places.routes[id])
        }
        namespace = places.namespace(of: rule).flatMap { places.namespaces[$0] } ?? ""
    }

    /// The rule as JSON.
    package var object: JSONObject {
        let head: JSONObject = [
            "id": .int(rule.id.rawValue), "namespace": .string(namespace),
            "group": group.map(JSONValue.string) ?? .null,
            "route": route.map { .string("#\($0.id.rawValue)") } ?? .null,
        ]
        return head.merging(rule.json)
    }
}

/// The namespaces and routes of a snapshot by id, for describing access rules.
package struct RulePlaces: Sendable {
    /// The names of the namespaces.
    package let namespaces: [NamespaceID: String]
    package let routes: [RouteID: Route]

    package init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the namespace that a rule belongs to.
    package func namespace(of rule: AccessRule) -> NamespaceID? {
        switch rule.scope {
        case .namespace(let id), .group(let id, _): id
        case .route(let id): routes[id]?.namespace
        }
    }
}
