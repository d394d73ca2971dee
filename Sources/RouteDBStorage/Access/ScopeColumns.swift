import RouteDBRouting

/// A scope as the columns `namespace`, `route_group` and `route`.
struct ScopeColumns {
    let namespace: Int64?
    let group: String?
    let route: Int64?

    init(namespace: Int64?, group: String?, route: Int64?) {
        self.namespace = namespace
        self.group = group
        self.route = route
    }

    init(_ scope: RouteScope) {
        switch scope {
        case .namespace(let id): self.init(namespace: id.rawValue, group: nil, route: nil)
        case .group(let id, let group):
            self.init(namespace: id.rawValue, group: group, route: nil)
        case .route(let id): self.init(namespace: nil, group: nil, route: id.rawValue)
        }
    }

    /// The scope, or `nil` if the columns are invalid.
    var scope: RouteScope? {
        switch (namespace, group, route) {
        case (let id?, nil, nil): .namespace(NamespaceID(rawValue: id))
        case (let id?, let group?, nil): .group(NamespaceID(rawValue: id), group)
        case (nil, nil, let id?): .route(RouteID(rawValue: id))
        default: nil
        }
    }
}
