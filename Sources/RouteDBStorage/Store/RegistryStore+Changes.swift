package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The changes between a revision and the newest one, for updating a routing table incrementally.
package struct RegistryChanges: Hashable, Sendable {
    /// The newest revision, which includes the changes.
    package let revision: Int64
    /// The digest of that revision.
    package let digest: String
    /// True if the registry no longer has the revision, but another history.
    package let hasOtherHistory: Bool
    /// True if a namespace, a converter or default value of a namespace, or an access rule changed,
    /// so that a new snapshot is needed; the other properties are empty then.
    package let needsFullReload: Bool
    /// The ids of routes that were removed, oldest first.
    package let removed: [RouteID]
    /// The routes that are new, or whose content or default values changed, oldest first.
    package let upserted: [Route]
    /// The default values of the routes in ``upserted`` that have any.
    package let defaults: [RouteID: JSONObject]
}

extension RegistryStore {
    /// The changes after a revision, or `nil` if it is the newest one.
    ///
    /// If the registry does not have the revision, or another one with its number, as after
    /// restoring a backup, a full reload is needed.
    ///
    /// - Complexity: O(*c* log *n*) in the number of changes *c* and routes *n*; never scans all
    ///   routes.
    package func changes(
        since revision: Int64, digest: String? = nil
    ) throws(RouteDBError) -> RegistryChanges? {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let latest = try records.latest()
            let isKnown = try digest == nil || digest == records.digest(of: revision)
            guard revision != latest || !isKnown else { return nil }
            let newest = try records.digest(of: latest)
            guard isKnown, revision < latest, try !needsFullReload(since: revision) else {
                return RegistryChanges(
                    revision: latest, digest: newest,
                    hasOtherHistory: !isKnown || revision > latest, needsFullReload: true,
                    removed: [], upserted: [], defaults: [:])
            }
            return try routeChanges(since: revision, latest: latest, digest: newest)
        }
    }

    private func needsFullReload(since revision: Int64) throws(RouteDBError) -> Bool {
        let select: StaticString = """
            SELECT 1 FROM namespace WHERE made_by > ?1 OR ended_by > ?1
            UNION ALL
            SELECT 1 FROM namespace_binding WHERE made_by > ?1 OR ended_by > ?1
            UNION ALL
            SELECT 1 FROM converter WHERE made_by > ?1
            UNION ALL
            SELECT 1 FROM converter WHERE ended_by > ?1
            UNION ALL
            SELECT 1 FROM default_value WHERE route IS NULL AND made_by > ?1
            UNION ALL
            SELECT 1 FROM default_value WHERE route IS NULL AND ended_by > ?1
            UNION ALL
            SELECT 1 FROM access_rule WHERE made_by > ?1
            UNION ALL
            SELECT 1 FROM access_rule WHERE ended_by > ?1
            LIMIT 1
            """
        return try database.number(select, revision) != nil
    }

    private func routeChanges(
        since revision: Int64, latest: Int64, digest: String
    ) throws(RouteDBError) -> RegistryChanges {
        let routes = Versions<Route>(database: database)
        let values = Versions<DefaultRecord>(database: database)
        var removed: [RouteID] = []
        var upserted: [Route] = []
        var defaults: [RouteID: JSONObject] = [:]
        for id in try changedRoutes(since: revision) {
            guard let route = try routes.find(id: id.rawValue) else {
                removed.append(id)
                continue
            }
            upserted.append(route)
            let own = try values.object(in: .route(id))
            if !own.members.isEmpty { defaults[id] = own }
        }
        return RegistryChanges(
            revision: latest, digest: digest, hasOtherHistory: false, needsFullReload: false,
            removed: removed, upserted: upserted, defaults: defaults)
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

    private func changedRoutes(since revision: Int64) throws(RouteDBError) -> [RouteID] {
        try database.run(Self.changedRoutes) { statement in
            try statement.bind(revision, at: 1)
            var ids: [RouteID] = []
            while try statement.step() { ids.append(RouteID(rawValue: statement.int(at: 0))) }
            return ids.sorted()
        }
    }
}
