package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The changes between a revision and the newest one, for updating a routing table incrementally.
package struct RegistryChanges: Hashable, Sendable {
    /// The digest of the newest revision, which includes the changes.
    package let digest: String
    /// Whether the registry no longer has the revision, but another history.
    package let hasOtherHistory: Bool
    /// The changes; `nil` if a new snapshot is needed, or takes less time.
    package let change: TableChange?
}

extension RegistryStore {
    /// The changes after a revision, or `nil` if it is the newest one.
    ///
    /// If the registry does not have the revision, or another one with its number, as after
    /// restoring a backup, a new snapshot is needed.
    ///
    /// - Complexity: O(*c* log *n*) in the number of changes *c* and routes *n*; and linear in the
    ///   namespaces if one of them changed, and in the access rules if one of these did.
    package func changes(
        since revision: Int64, digest: String? = nil
    ) throws(RouteDBError) -> RegistryChanges? {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let latest = try records.latest()
            let isKnown = try digest == nil || digest == records.digest(of: revision)
            guard revision != latest || !isKnown else { return nil }
            let isEarlier = isKnown && revision < latest
            return RegistryChanges(
                digest: try records.digest(of: latest),
                hasOtherHistory: !isKnown || revision > latest,
                change: isEarlier
                    ? try ChangeReader(database: database, base: revision).change(to: latest) : nil)
        }
    }

    /// Finds the routes that changed and are live now, and those that were live at the revision `?1` and
    /// are not now.
    ///
    /// SQLite must not sort them: to do that, it would go through an index of all routes.
    static let changedRoutes: StaticString = """
        SELECT id FROM route WHERE made_by > ?1 AND ended_by IS NULL
        UNION
        SELECT id FROM route WHERE ended_by > ?1 AND made_by <= ?1
        UNION
        SELECT route FROM default_value
            WHERE made_by > ?1 AND ended_by IS NULL AND route IS NOT NULL
        UNION
        SELECT route FROM default_value
            WHERE ended_by > ?1 AND made_by <= ?1 AND route IS NOT NULL
        """

}

/// Reads what changed after a revision, by the indexes of `made_by` and `ended_by`.
private struct ChangeReader {
    let database: Database
    let base: Int64

    /// The changes up to the newest revision; `nil` if a new snapshot takes less time.
    func change(to latest: Int64) throws(RouteDBError) -> TableChange? {
        let ids = try ids(RegistryStore.changedRoutes).sorted().map(RouteID.init)
        guard try !isMost(ids) else { return nil }
        var change = TableChange(to: latest)
        try add(ids, to: &change)
        if try has(Self.changedNamespaces) {
            change.namespaces = try Versions<RouteNamespace>(database: database).bound(at: nil)
        }
        for id in try self.ids(Self.changedConverters) {
            let own = try Versions<ParameterConverter>(database: database).items(
                ParameterConverter.liveOfNamespace, .integer(id))
            change.converters[NamespaceID(rawValue: id)] = Dictionary(
                own.map { ($0.name, $0.rule) }, uniquingKeysWith: { _, last in last })
        }
        let defaults = Versions<DefaultRecord>(database: database)
        for scope in try changedScopes() { change.defaults[scope] = try defaults.object(in: scope) }
        if try has(Self.changedRules) {
            let rules = try Versions<AccessRule>(database: database).all(at: nil)
            (change.accessRules, change.zones) = (rules, ZoneFiles.zones(namedBy: rules))
        }
        return change
    }

    /// Whether so many routes changed that reading all of them in order takes less time than looking up
    /// each.
    private func isMost(_ ids: [RouteID]) throws(RouteDBError) -> Bool {
        guard ids.count > 4_096 else { return false }
        return try database.number("SELECT max(id) FROM route").map { ids.count > $0 / 4 } ?? false
    }

    private func add(_ ids: [RouteID], to change: inout TableChange) throws(RouteDBError) {
        let routes = Versions<Route>(database: database)
        let values = Versions<DefaultRecord>(database: database)
        for id in ids {
            guard let route = try routes.find(id: id.rawValue) else {
                change.removed.append(id)
                continue
            }
            change.upserted.append(route)
            let own = try values.object(in: .route(id))
            if !own.members.isEmpty { change.defaults[.route(id)] = own }
        }
    }

    private static let changedNamespaces: StaticString = """
        SELECT 1 FROM namespace WHERE made_by > ?1
        UNION ALL
        SELECT 1 FROM namespace WHERE ended_by > ?1
        UNION ALL
        SELECT 1 FROM namespace_binding WHERE made_by > ?1
        UNION ALL
        SELECT 1 FROM namespace_binding WHERE ended_by > ?1
        LIMIT 1
        """
    private static let changedConverters: StaticString = """
        SELECT namespace FROM converter WHERE made_by > ?1
        UNION
        SELECT namespace FROM converter WHERE ended_by > ?1
        """
    private static let changedDefaults: StaticString = """
        SELECT namespace, route_group FROM default_value WHERE made_by > ?1 AND route IS NULL
        UNION
        SELECT namespace, route_group FROM default_value WHERE ended_by > ?1 AND route IS NULL
        """
    private static let changedRules: StaticString = """
        SELECT 1 FROM access_rule WHERE made_by > ?1
        UNION ALL
        SELECT 1 FROM access_rule WHERE ended_by > ?1
        LIMIT 1
        """

    private func has(_ select: StaticString) throws(RouteDBError) -> Bool {
        try database.number(select, base) != nil
    }

    private func ids(_ select: StaticString) throws(RouteDBError) -> [Int64] {
        try database.run(select) { statement in
            try statement.bind(base, at: 1)
            var ids: [Int64] = []
            while try statement.step() { ids.append(statement.int(at: 0)) }
            return ids
        }
    }

    /// The namespaces and groups whose own default values changed.
    private func changedScopes() throws(RouteDBError) -> [RouteScope] {
        try database.run(Self.changedDefaults) { statement in
            try statement.bind(base, at: 1)
            var scopes: [RouteScope] = []
            while try statement.step() {
                let columns = ScopeColumns(
                    namespace: statement.optionalInt(at: 0),
                    group: statement.optionalString(at: 1), route: nil)
                if let scope = columns.scope { scopes.append(scope) }
            }
            return scopes
        }
    }
}
