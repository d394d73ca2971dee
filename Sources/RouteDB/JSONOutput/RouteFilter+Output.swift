package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

extension RouteFilter {
    /// Returns the routes of a snapshot that meet all conditions, in the order of registration.
    package func routes(in snapshot: RegistrySnapshot) throws(RouteDBError) -> [RouteOutput] {
        try check(snapshot)
        return RouteOutput.all(snapshot).filter { accepts($0.route, in: $0.namespace) }
    }

    /// Checks that the namespace exists: a misspelled one would select nothing.
    package func check(_ snapshot: RegistrySnapshot) throws(RouteDBError) {
        if let namespace { _ = try snapshot.namespace(named: namespace) }
    }
}
