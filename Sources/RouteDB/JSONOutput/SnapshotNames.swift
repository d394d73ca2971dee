package import RouteDBRouting
package import RouteDBStorage

/// The namespaces and routes of a snapshot by id, for describing what refers to them.
package struct SnapshotNames: Sendable {
    /// The names of the namespaces.
    package let namespaces: [NamespaceID: String]
    package let routes: RouteIndex

    package init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = RouteIndex(snapshot.routes)
    }

    /// Names nothing.
    package init() { (namespaces, routes) = ([:], RouteIndex([])) }

    /// Reads the names of what access rules and suppressions refer to, as an edit sees them.
    package init(of scopes: [RouteScope], in editor: RegistryEditor) throws {
        var namespaces: [NamespaceID: String] = [:]
        var routes: [Route] = []
        for scope in scopes {
            let namespace: NamespaceID
            switch scope {
            case .namespace(let id), .group(let id, _): namespace = id
            case .route(let id):
                guard let route = try editor.storedRoute(withID: id) else { continue }
                routes.append(route)
                namespace = route.namespace
            }
            namespaces[namespace] = try editor.name(of: namespace)
        }
        (self.namespaces, self.routes) = (namespaces, RouteIndex(routes))
    }

    package func name(of id: NamespaceID) -> String { namespaces[id] ?? "" }

    /// Returns a route's id and label.
    package func label(_ id: RouteID) -> String {
        routes[id].map { $0.numberedLabel(in: namespaces[$0.namespace]) } ?? "#\(id.rawValue)"
    }

    /// Returns the namespace that a rule belongs to.
    package func namespace(of rule: AccessRule) -> NamespaceID? {
        switch rule.scope {
        case .namespace(let id), .group(let id, _): id
        case .route(let id): routes[id]?.namespace
        }
    }
}
