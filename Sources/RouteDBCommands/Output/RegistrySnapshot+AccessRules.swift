import RouteDB

extension RegistrySnapshot {
    /// Whether a list of the rules of a scope has a rule.
    func isListed(_ rule: AccessRule, under scope: DefaultScope) -> Bool {
        switch scope {
        case .group: return rule.scope == scope
        case .namespace(let id):
            switch rule.scope {
            case .namespace(let own), .group(let own, _): return own == id
            case .route(let route):
                return routes.contains { $0.id == route && $0.namespace == id }
            }
        case .route(let id):
            guard let route = routes.first(where: { $0.id == id }) else { return false }
            switch rule.scope {
            case .namespace(let own): return own == route.namespace
            case .group(let own, let group):
                return own == route.namespace && group == route.group
            case .route(let own): return own == id
            }
        }
    }
}
