package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The items that two revisions do not have in the same version, and the names of what these refer
/// to.
package struct RevisionDifference: Sendable {
    /// The items of the first revision that the second lacks, or has in another version.
    package let old: RegistrySnapshot
    /// The items of the second revision that the first lacks, or has in another version.
    package let new: RegistrySnapshot
    /// The names of the namespaces that items refer to and that both revisions have in the same version.
    package let namespaces: [NamespaceID: String]
    /// The labels of the routes that items refer to and that both revisions have in the same version.
    package let routes: [RouteID: String]

    /// Reads what differs between two revisions within the caller's transaction.
    init(
        reading database: Database, from old: Int64, to new: Int64
    ) throws(RouteDBError) {
        let reader = DifferenceReader(
            database: database, earlier: min(old, new), later: max(old, new))
        let changed = try reader.changedNamespaces()
        self.old = try reader.snapshot(old <= new ? .earlier : .later, changed)
        self.new = try reader.snapshot(old <= new ? .later : .earlier, changed)
        let scopes = self.old.mentionedScopes.union(self.new.mentionedScopes)
        let known = Set((self.old.routes + self.new.routes).map(\.id))
        (namespaces, routes) = try reader.names(scopes, except: Set(changed), known)
    }
}

/// Reads the versions that began or ended between two revisions, by the indexes of `made_by` and
/// `ended_by`.
private struct DifferenceReader {
    enum Side {
        case earlier, later
    }

    let database: Database
    let earlier: Int64
    let later: Int64

    /// The items that only one of the revisions has in this version.
    private func items<Item: StoredItem>(_ side: Side) throws(RouteDBError) -> [Item] {
        try Versions<Item>(database: database).items(
            side == .earlier ? Item.table.onlyEarlier : Item.table.onlyLater,
            .integer(earlier), .integer(later))
    }

    /// The namespaces that differ, or have other schemes and hosts.
    func changedNamespaces() throws(RouteDBError) -> [NamespaceID] {
        let rows: [RouteNamespace] = try items(.earlier) + items(.later)
        let bindings: [StoredBinding] = try items(.earlier) + items(.later)
        return Set(rows.map(\.id) + bindings.map(\.namespace)).sorted()
    }

    /// The items that one revision has and the other one lacks, or has in another version.
    func snapshot(
        _ side: Side, _ namespaces: [NamespaceID]
    ) throws(RouteDBError) -> RegistrySnapshot {
        let revision = side == .earlier ? earlier : later
        return RegistrySnapshot(
            revision: revision,
            namespaces: try Versions(database: database).bound(namespaces, at: revision),
            routes: try items(side),
            defaults: try Versions(database: database).objects(of: try items(side)),
            converters: try items(side), accessRules: try items(side),
            suppressions: try items(side), cases: try items(side),
            apps: AppRecord.byNamespace(try items(side)))
    }

    /// The names of namespaces and the labels of routes that did not change.
    func names(
        _ scopes: Set<RouteScope>, except changed: Set<NamespaceID>, _ changedRoutes: Set<RouteID>
    ) throws(RouteDBError) -> ([NamespaceID: String], [RouteID: String]) {
        var names: [NamespaceID: String] = [:]
        var labels: [RouteID: String] = [:]
        for scope in scopes {
            switch scope {
            case .namespace(let id), .group(let id, _):
                guard names[id] == nil, !changed.contains(id) else { continue }
                names[id] = try text(Self.namespaceName, id.rawValue) { $0.string(at: 0) }
            case .route(let id) where !changedRoutes.contains(id):
                labels[id] = try text(Self.routeName, id.rawValue) { row in
                    let label = RouteLabel.route(
                        name: row.optionalString(at: 0), group: row.optionalString(at: 1),
                        pattern: row.string(at: 2), in: row.optionalString(at: 3))
                    return "#\(id.rawValue) \(label)"
                }
            case .route: continue
            }
        }
        return (names, labels)
    }

    private static let namespaceName: StaticString = """
        SELECT name FROM namespace
        WHERE id = ?1 AND made_by <= ?2 AND (ended_by IS NULL OR ended_by > ?2)
        """
    private static let routeName: StaticString = """
        SELECT r.name, r.route_group, iif(r.syntax = 'native', r.pattern, r.written), n.name
        FROM route AS r
        LEFT JOIN namespace AS n
            ON n.id = r.namespace AND n.made_by <= ?2 AND (n.ended_by IS NULL OR n.ended_by > ?2)
        WHERE r.id = ?1 AND r.made_by <= ?2 AND (r.ended_by IS NULL OR r.ended_by > ?2)
        """

    private func text(
        _ select: StaticString, _ id: Int64, _ read: (borrowing Statement) -> String
    ) throws(RouteDBError) -> String? {
        try database.run(select) { statement in
            try statement.bind(id, at: 1)
            try statement.bind(later, at: 2)
            return try statement.step() ? read(statement) : nil
        }
    }
}

extension RegistrySnapshot {
    /// The namespaces and routes that items refer to.
    fileprivate var mentionedScopes: Set<RouteScope> {
        var scopes = Set(accessRules.map(\.scope))
        scopes.formUnion(defaults.keys)
        for suppression in suppressions {
            for route in [suppression.route, suppression.other] {
                if let route { scopes.insert(.route(route)) }
            }
        }
        let namespaces =
            self.namespaces.compactMap(\.fallback) + routes.map(\.namespace)
            + converters.map(\.namespace) + suppressions.compactMap(\.namespace) + apps.keys
        return scopes.union(Set(namespaces).map(RouteScope.namespace))
    }
}

extension RegistryStore {
    /// Reads what differs between two revisions.
    ///
    /// - Complexity: O(*c* log *n*) in the number of versions *c* that began or ended between the
    ///   revisions, and of all versions *n*.
    package func difference(
        from old: RevisionReference, to new: RevisionReference?
    ) throws(RouteDBError) -> RevisionDifference {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let first = try records.number(of: old)
            let second = if let new { try records.number(of: new) } else { try records.latest() }
            return try RevisionDifference(reading: database, from: first, to: second)
        }
    }
}
