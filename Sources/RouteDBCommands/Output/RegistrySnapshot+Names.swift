import RouteDB

extension AccessRule {
    /// Whether the rule tests what hits do not record: roles, claims or context.
    var asksForMoreThanHits: Bool {
        switch subject {
        case .role, .claim: return true
        case .anyone, .anonymous, .authenticated, .principal: break
        }
        return conditions.contains { condition in
            if case .context = condition.attribute { true } else { false }
        }
    }
}

/// The namespaces and routes of a snapshot by id, for describing access rules.
struct RulePlaces: Sendable {
    /// The names of the namespaces.
    let namespaces: [NamespaceID: String]
    let routes: [RouteID: Route]

    init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the namespace that a rule belongs to.
    func namespace(of rule: AccessRule) -> NamespaceID? {
        switch rule.scope {
        case .namespace(let id), .group(let id, _): id
        case .route(let id): routes[id]?.namespace
        }
    }
}
