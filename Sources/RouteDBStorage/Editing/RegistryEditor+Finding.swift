package import RouteDBDatabase
package import RouteDBRouting

// What an edit asks about the content so far, without reading all of it.
extension RegistryEditor {
    /// Returns the scope of a place.
    package func scope(of place: DefaultPlace) throws(RouteDBError) -> RouteScope {
        try perform { () throws(RouteDBError) in try live.scope(of: place) }
    }

    /// Returns whether a scope covers a route.
    package func hasRoute(in scope: RouteScope) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            try Versions<Route>(database: live.database).covers(scope)
        }
    }

    /// Returns the route with an id, or `nil` if there is none.
    package func storedRoute(withID id: RouteID) throws(RouteDBError) -> Route? {
        try perform { () throws(RouteDBError) in
            try Versions<Route>(database: live.database).find(id: id.rawValue)
        }
    }

    /// Returns the namespace with a name.
    package func storedNamespace(named name: String) throws(RouteDBError) -> RouteNamespace {
        try perform { () throws(RouteDBError) in try live.namespace(named: name) }
    }

    /// Returns the name of a namespace.
    package func name(of namespace: NamespaceID) throws(RouteDBError) -> String {
        try perform { () throws(RouteDBError) in try live.name(of: namespace) }
    }

    /// Returns the access rule with an id.
    package func storedRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        if let rule = try findRule(id) { return rule }
        throw RouteDBError(noRule: id)
    }

    /// Returns the access rule with an id, or `nil` if there is none.
    package func findRule(_ id: RuleID) throws(RouteDBError) -> AccessRule? {
        try perform { () throws(RouteDBError) in try live.accessRules.find(id: id.rawValue) }
    }

    /// Returns the suppression with an id, or `nil` if there is none.
    package func findSuppression(_ id: Int64) throws(RouteDBError) -> LintSuppression? {
        try perform { () throws(RouteDBError) in try live.suppressions.find(id: id) }
    }

    /// Returns the numbers of routes, and of access rules of the namespace, its groups and its routes.
    ///
    /// - Complexity: O(*n*) in the routes of the namespace and the rules of single routes.
    package func counts(
        in namespace: NamespaceID
    ) throws(RouteDBError) -> (routes: Int, rules: Int) {
        try perform { () throws(RouteDBError) in
            let routes = try live.routes.count(in: namespace)
            let rules = try live.accessRules.count(in: namespace)
            return (Int(routes), Int(rules))
        }
    }
}
