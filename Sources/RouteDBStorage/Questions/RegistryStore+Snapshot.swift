package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// The content of the registry at a revision.
    package func snapshot(
        at revision: Int64? = nil, withCases: Bool = true
    ) throws(RouteDBError) -> RegistrySnapshot {
        try database.transaction(.deferred) {
            let (number, past) = try require(revision: revision)
            return try RegistrySnapshot(
                reading: database, revision: number, past: past, withCases: withCases)
        }
    }

    /// The content of the newest revision without the route tests, and the revision's digest.
    package func newestSnapshot(
        _ sieve: RouteSieve? = nil
    ) throws(RouteDBError) -> (snapshot: RegistrySnapshot, digest: String) {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let latest = try records.latest()
            let snapshot = try RegistrySnapshot(
                reading: database, revision: latest, past: nil, withCases: false, sieve)
            return (snapshot, try records.digest(of: latest))
        }
    }

    /// The pattern language of every route that is not native.
    package func syntaxes(
        at revision: Int64? = nil
    ) throws(RouteDBError) -> [RouteID: PatternSyntax] {
        try database.transaction(.deferred) {
            try Versions<RouteRecord>(database: database)
                .syntaxes(at: try require(revision: revision).past)
        }
    }

    /// The number of an existing revision, and once more as the second value if it is not the
    /// newest.
    func require(
        revision: Int64?
    ) throws(RouteDBError) -> (number: Int64, past: Int64?) {
        let revisions = RevisionRecords(database: database)
        let latest = try revisions.latest()
        let number = revision ?? latest
        guard (0...latest).contains(number) else { throw try revisions.missing(number) }
        return (number, number == latest ? nil : number)
    }
}

extension RegistrySnapshot {
    /// Reads the newest content of a registry within the caller's transaction, without route tests.
    package init(newestOf database: Database) throws(RouteDBError) {
        try self.init(
            reading: database, revision: try RevisionRecords(database: database).latest(),
            past: nil, withCases: false)
    }

    /// Reads the content of a registry within the caller's transaction.
    init(
        reading database: Database, revision: Int64, past: Int64?, withCases: Bool,
        _ sieve: RouteSieve? = nil, withRoutes: Bool = true
    ) throws(RouteDBError) {
        let rules = try Versions<AccessRule>(database: database).all(at: past)
        let routes: [Route] =
            withRoutes
            ? try Versions<Route>(database: database).all(at: past, keptBy: sieve) : []
        self.init(
            revision: revision,
            namespaces: try Versions<RouteNamespace>(database: database).bound(at: past),
            routes: routes,
            defaults: try Versions<DefaultRecord>(database: database).objects(at: past),
            converters: try Versions<ParameterConverter>(database: database).all(at: past),
            accessRules: rules, zones: ZoneFiles.zones(namedBy: rules),
            suppressions: try Versions<LintSuppression>(database: database).all(at: past),
            cases: withCases
                ? try Versions<RouteTestCase.Stored>(database: database).all(at: past) : [],
            apps: try Versions<AppRecord>(database: database).byNamespace(at: past))
    }
}
