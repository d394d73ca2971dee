import RouteDB

/// What access rules may be about in a snapshot, found by number.
struct RulePlaces: Sendable {
    /// The names of the namespaces.
    let namespaces: [NamespaceID: String]
    let routes: [RouteID: Route]

    init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The namespace in which a rule is.
    func namespace(of rule: AccessRule) -> NamespaceID? {
        switch rule.scope {
        case .namespace(let id), .group(let id, _): id
        case .route(let id): routes[id]?.namespace
        }
    }
}
