package import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// Everything that the registry holds at a revision.
    ///
    /// - Parameter revision: The number; 0 is the empty registry; `nil`: the newest.
    /// - Returns: The namespaces, routes, default values, converters, access rules with the time
    ///   zones that they name, suppressions, and the number.
    /// - Throws: `revisionNotFound`, `busy`, `corrupt`, `storageFailure`.
    package func snapshot(at revision: Int64? = nil) throws(RouteDBError) -> RegistrySnapshot {
        try database.transaction(.deferred) {
            let (number, past) = try require(revision: revision)
            let routes = RouteRecords(database: database)
            let rules = try AccessRuleRecords(database: database).all(at: past)
            return RegistrySnapshot(
                revision: number,
                namespaces: try NamespaceRecords(database: database).all(at: past),
                routes: try past.map { try routes.all(at: $0) } ?? routes.live(),
                defaults: try DefaultRecords(database: database).all(at: past),
                converters: try ConverterRecords(database: database).all(at: past),
                accessRules: rules, zones: ZoneFiles.zones(namedBy: rules),
                suppressions: try SuppressionRecords(database: database).all(at: past))
        }
    }

    /// The language of every route that is not written natively.
    ///
    /// - Parameter revision: The number; `nil`: the newest.
    /// - Returns: The languages, by route.
    /// - Throws: `revisionNotFound`, `busy`, `corrupt`, `storageFailure`.
    package func syntaxes(
        at revision: Int64? = nil
    ) throws(RouteDBError) -> [RouteID: PatternSyntax] {
        try database.transaction(.deferred) {
            try RouteRecords(database: database).syntaxes(at: try require(revision: revision).past)
        }
    }

    /// The number of a revision that is there, and once more if it is not the newest.
    func require(
        revision: Int64?
    ) throws(RouteDBError) -> (number: Int64, past: Int64?) {
        let latest = try RevisionRecords(database: database).latest()
        let number = revision ?? latest
        guard (0...latest).contains(number) else {
            throw RouteDBError(
                .revisionNotFound, "The registry '\(path)' has no revision \(number).",
                hint: "The newest one is \(latest).")
        }
        return (number, number == latest ? nil : number)
    }
}
