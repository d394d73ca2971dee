package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The numbers of items that a revision added, changed and removed, by kind.
package struct RevisionSummary: Hashable, Sendable {
    /// The numbers of items of one kind.
    fileprivate struct Kind: Hashable, Sendable {
        /// The name of an item of this kind, such as `route`.
        let noun: String
        var added = 0
        var changed = 0
        var removed = 0

        /// The numbers with what was done, leaving out what was not.
        var counts: [(count: Int, word: String)] {
            [(added, "added"), (changed, "changed"), (removed, "removed")].filter { $0.0 > 0 }
        }
    }

    /// The kinds of which an item is added, changed or removed.
    fileprivate var kinds: [Kind] = []
    /// The label of the route, if that is all.
    fileprivate var onlyRoute: String?

    /// The summary in words, such as `2 routes changed, 1 access rule added`; empty if nothing changed.
    package var text: String {
        if let onlyRoute, let word = kinds.first?.counts.first?.word {
            return "route \(onlyRoute) \(word)"
        }
        return kinds.flatMap { kind in
            kind.counts.map { count, word in
                "\(NumberText.counted(count, kind.noun)) \(word)"
            }
        }.joined(separator: ", ")
    }

    /// True if one route is all that changed.
    fileprivate var isOfOneRoute: Bool {
        let counts = kinds.flatMap(\.counts)
        return counts.count == 1 && counts[0].count == 1
            && kinds[0].noun == Route.table.itemName
    }
}

extension RegistryStore {
    /// Summarizes revisions.
    ///
    /// - Complexity: O(*c* log *n*) in the versions *c* that these revisions added or ended, of which only the
    ///   indexes are read.
    package func summaries(
        of revisions: ClosedRange<Int64>
    ) throws(RouteDBError) -> [Int64: RevisionSummary] {
        try database.transaction(.deferred) {
            try RevisionCounter(database: database, revisions: revisions).summaries()
        }
    }

    /// Returns the revisions that added, changed or removed a route or its own default values, newest first.
    package func revisions(of route: RouteID) throws(RouteDBError) -> [RegistryRevision] {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            return try records.numbers(of: route).compactMap { try records.find($0) }
        }
    }
}

extension RegistryEditor {
    /// Returns the newest earlier revision that added or changed a route or its own default values.
    package func lastRevision(of route: RouteID) throws(RouteDBError) -> RegistryRevision? {
        try perform { () throws(RouteDBError) in
            let records = RevisionRecords(database: live.database)
            for number in try records.numbers(of: route) where number <= base {
                return try records.find(number)
            }
            return nil
        }
    }
}

extension RevisionRecords {
    /// The numbers of the revisions that added, changed or removed a route or its own default values, newest
    /// first.
    fileprivate func numbers(of route: RouteID) throws(RouteDBError) -> [Int64] {
        let select: StaticString = """
            SELECT made_by AS number FROM route WHERE id = ?1
            UNION SELECT ended_by FROM route WHERE id = ?1 AND ended_by IS NOT NULL
            UNION SELECT made_by FROM default_value WHERE route = ?1
            UNION SELECT ended_by FROM default_value WHERE route = ?1 AND ended_by IS NOT NULL
            ORDER BY number DESC
            """
        return try database.run(select) { statement in
            try statement.bind(route.rawValue, at: 1)
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.int(at: 0)) }
            return numbers
        }
    }
}

/// Counts the items that revisions added, changed and removed.
private struct RevisionCounter {
    let database: Database
    let revisions: ClosedRange<Int64>

    func summaries() throws(RouteDBError) -> [Int64: RevisionSummary] {
        var summaries: [Int64: RevisionSummary] = [:]
        for table in VersionedTable.all where table.name != StoredBinding.table.name {
            for (number, kind) in try kinds(of: table) {
                summaries[number, default: RevisionSummary()].kinds.append(kind)
            }
        }
        for (number, summary) in summaries where summary.isOfOneRoute {
            summaries[number]?.onlyRoute = try label(ofRouteIn: number)
        }
        return summaries
    }

    /// Returns the counts of a table by revision.
    private func kinds(
        of table: VersionedTable
    ) throws(RouteDBError) -> [Int64: RevisionSummary.Kind] {
        var kinds: [Int64: RevisionSummary.Kind] = [:]
        for (number, count) in try counts(versions(of: table, by: "made_by")) {
            kinds[number, default: .init(noun: table.itemName)].added = count
        }
        for (number, count) in try counts(versions(of: table, by: "ended_by")) {
            kinds[number, default: .init(noun: table.itemName)].removed = count
        }
        for (number, kind) in kinds where kind.added > 0 && kind.removed > 0 {
            let changed = try changed(table, in: number)
            kinds[number]?.added -= changed
            kinds[number]?.removed -= changed
            kinds[number]?.changed = changed
        }
        guard table.name == RouteNamespace.table.name else { return kinds }
        for (number, count) in try counts(Self.boundNamespaces) {
            kinds[number, default: .init(noun: table.itemName)].changed += count
        }
        return kinds
    }

    /// Composes the statement that counts the versions that began or ended with each revision.
    private func versions(of table: VersionedTable, by column: String) -> String {
        """
        SELECT \(column), count(*) FROM \(table.name)
        WHERE \(column) BETWEEN ?1 AND ?2 GROUP BY \(column)
        """
    }

    /// The statement that counts the namespaces of which only schemes and hosts changed.
    private static let boundNamespaces = """
        SELECT number, count(*) FROM (
            SELECT made_by AS number, namespace FROM namespace_binding
            WHERE made_by BETWEEN ?1 AND ?2
            UNION SELECT ended_by, namespace FROM namespace_binding
            WHERE ended_by BETWEEN ?1 AND ?2
            EXCEPT SELECT made_by, id FROM namespace WHERE made_by BETWEEN ?1 AND ?2
            EXCEPT SELECT ended_by, id FROM namespace WHERE ended_by BETWEEN ?1 AND ?2
        ) GROUP BY number
        """

    /// Returns the numbers that a statement counts by revision.
    private func counts(_ sql: String) throws(RouteDBError) -> [(Int64, Int)] {
        try database.run(composed: sql) { statement in
            try statement.bind([.integer(revisions.lowerBound), .integer(revisions.upperBound)])
            var counts: [(Int64, Int)] = []
            while try statement.step() {
                counts.append((statement.int(at: 0), Int(statement.int(at: 1))))
            }
            return counts
        }
    }

    /// Returns the number of items of which a version ended and another one began.
    private func changed(_ table: VersionedTable, in number: Int64) throws(RouteDBError) -> Int {
        let identity = table.identity.joined(separator: ", ")
        let select = """
            SELECT count(*) FROM (
                SELECT \(identity) FROM \(table.name) WHERE made_by = ?1
                INTERSECT SELECT \(identity) FROM \(table.name) WHERE ended_by = ?1
            )
            """
        return try database.run(composed: select) { statement in
            try statement.bind([.integer(number)])
            return try statement.step() ? Int(statement.int(at: 0)) : 0
        }
    }

    /// Returns the label of the only route that a revision added, changed or removed.
    private func label(ofRouteIn number: Int64) throws(RouteDBError) -> String? {
        let select: StaticString = """
            SELECT r.name, r.route_group, iif(r.syntax = 'native', r.pattern, r.written), n.name
            FROM route AS r
            LEFT JOIN namespace AS n ON n.id = r.namespace
                AND n.made_by <= ?1 AND (n.ended_by IS NULL OR n.ended_by > ?1)
            WHERE r.version_id = ifnull(
                (SELECT version_id FROM route WHERE made_by = ?1),
                (SELECT version_id FROM route WHERE ended_by = ?1))
            """
        return try database.run(select) { statement in
            try statement.bind(number, at: 1)
            guard try statement.step() else { return nil }
            return RouteLabel.route(
                name: statement.optionalString(at: 0), group: statement.optionalString(at: 1),
                pattern: statement.string(at: 2), in: statement.optionalString(at: 3))
        }
    }
}
