package import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// Everything that the registry holds at a revision.
    ///
    /// - Parameter revision: The number; 0 is the empty registry; `nil`: the newest.
    /// - Returns: The namespaces, routes and default values, and the number.
    /// - Throws: `revisionNotFound`, `busy`, `corrupt`, `storageFailure`.
    package func snapshot(at revision: Int64? = nil) throws(RouteDBError) -> RegistrySnapshot {
        try database.transaction(.deferred) {
            let latest = try RevisionRecords(database: database).latest()
            let number = revision ?? latest
            guard (0...latest).contains(number) else {
                throw RouteDBError(
                    .revisionNotFound, "The registry '\(path)' has no revision \(number).",
                    hint: "The newest one is \(latest).")
            }
            let past = number == latest ? nil : number
            let routes = RouteRecords(database: database)
            return RegistrySnapshot(
                revision: number,
                namespaces: try NamespaceRecords(database: database).all(at: past),
                routes: try past.map { try routes.all(at: $0) } ?? routes.live(),
                defaults: try DefaultRecords(database: database).all(at: past))
        }
    }
}
