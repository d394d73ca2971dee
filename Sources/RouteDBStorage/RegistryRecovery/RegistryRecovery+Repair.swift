import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

// The repairs depend on each other: what is ended may leave something else without its namespace or
// converter. Each round ends or removes at least one row, so the rounds end.
extension RegistryRecovery {
    /// The revision that repairs; it is added when it is first needed.
    func repairRevision() throws(RouteDBError) -> Int64 {
        if let repair { return repair }
        let number = newest + 1
        try RevisionRecords(database: database).insert(number: number, commit)
        repair = number
        return number
    }

    /// Makes the items keep the rules of the check.
    func repairItems() throws(RouteDBError) {
        repeat {
            if try removeInvalidRows() { continue }
            if try addStandIns() { continue }
            if try endUnsupportedRows() { continue }
            if try cutFallbacks() { continue }
            return
        } while true
    }

    /// Replaces or removes the rows that break a rule by themselves; returns whether there are any.
    private func removeInvalidRows() throws(RouteDBError) -> Bool {
        let check = RegistryCheck(of: store)
        try check.runOnItems()
        for table in VersionedTable.all {
            for row in check.invalidRows where row.table == table.name {
                if try takeSpare(for: row.number, in: table) { continue }
                report(.invalid, table, row.number, "a value breaks a rule of the registry")
                try delete(table, row.number)
            }
            for row in check.unsupportedRows.subtracting(check.invalidRows)
            where row.table == table.name {
                try end(table, row.number, "it uses a converter or parameter that is lost")
            }
        }
        return !check.invalidRows.isEmpty || !check.unsupportedRows.isEmpty
    }

    /// Adds the namespace `default` if it is lost, and namespaces that live items name and of which
    /// there is no version at all; returns whether there are any.
    private func addStandIns() throws(RouteDBError) -> Bool {
        var missing = try missingNamespaces()
        let namespaces = Versions<RouteNamespace>(database: database)
        let hasDefault = try namespaces.all(at: nil).contains {
            $0.name == RouteNamespace.defaultName
        }
        if !hasDefault {
            let first = RouteNamespace.initial
            let isFirstKnown = try isKnown(first.id.rawValue)
            if missing.contains(first.id.rawValue) || !isFirstKnown {
                missing.remove(first.id.rawValue)
                try addStandIn(first)
            } else {
                try addStandIn(
                    RouteNamespace(
                        id: NamespaceID(rawValue: try database.nextID(in: RouteNamespace.table)),
                        name: RouteNamespace.defaultName))
            }
        }
        for id in missing.sorted() {
            var name = "recovered-\(id)"
            while try namespaces.all(at: nil).contains(where: { $0.name == name }) { name += "x" }
            try addStandIn(RouteNamespace(id: NamespaceID(rawValue: id), name: name))
        }
        return !missing.isEmpty || !hasDefault
    }

    private func addStandIn(_ namespace: RouteNamespace) throws(RouteDBError) {
        let revision = try repairRevision()
        try Versions<RouteNamespace>(database: database).insert(namespace, in: revision)
        losses.append(
            RecoveryLoss(
                .replaced,
                "namespace '\(namespace.name)' (#\(namespace.id.rawValue)): the row with its name, profile and"
                    + " access is lost; set them with `routedb namespace set`"))
    }

    /// The ids of namespaces that live items name and of which there is no version.
    private func missingNamespaces() throws(RouteDBError) -> Set<Int64> {
        var missing: Set<Int64> = []
        for table in VersionedTable.all {
            for reference in table.references where reference.table == RouteNamespace.table.name {
                let select = """
                    SELECT DISTINCT \(reference.column) FROM \(table.name)
                    WHERE ended_by IS NULL AND \(reference.column) BETWEEN 1 AND ?1
                        AND \(reference.column) NOT IN (SELECT id FROM namespace)
                    """
                try database.run(composed: select) { statement in
                    // A greater number is damaged itself.
                    try statement.bind(Self.maximumNamespace, at: 1)
                    while try statement.step() { missing.insert(statement.int(at: 0)) }
                }
            }
        }
        return missing
    }

    /// More namespaces than any registry has.
    private static let maximumNamespace: Int64 = 100_000

    private func isKnown(_ namespace: Int64) throws(RouteDBError) -> Bool {
        try database.number("SELECT 1 FROM namespace WHERE id = ?1", namespace) != nil
    }

    /// Ends the live rows whose references are lost; returns whether there are any.
    private func endUnsupportedRows() throws(RouteDBError) -> Bool {
        var isAny = false
        for table in VersionedTable.all {
            for reference in table.references {
                let numbers = try numbers(
                    """
                    SELECT version_id FROM \(table.name)
                    WHERE ended_by IS NULL AND \(reference.column) IS NOT NULL
                        AND \(reference.column) NOT IN
                            (SELECT id FROM \(reference.table) WHERE ended_by IS NULL)
                    """)
                for number in numbers {
                    try end(table, number, "its \(reference.table) is lost")
                    isAny = true
                }
            }
        }
        let bound = try numbers(
            """
            SELECT version_id FROM namespace_binding WHERE ended_by IS NULL AND namespace IN
                (SELECT id FROM namespace WHERE name = 'default' AND ended_by IS NULL)
            """)
        for number in bound {
            try end(StoredBinding.table, number, "the namespace 'default' is bound to nothing")
        }
        return isAny || !bound.isEmpty
    }

    /// Removes the fallbacks of namespaces that lead nowhere or in a circle; returns whether there are
    /// any.
    private func cutFallbacks() throws(RouteDBError) -> Bool {
        let versions = Versions<RouteNamespace>(database: database)
        let namespaces = try versions.all(at: nil)
        let known = LiveNamespaces(namespaces)
        for namespace in namespaces {
            guard let fallback = namespace.fallback,
                known[fallback] == nil
                    || NamespaceRules.cycle(from: namespace, find: { known[$0] }) != nil
            else { continue }
            var changed = namespace
            changed.fallback = nil
            let revision = try repairRevision()
            try versions.end(id: namespace.id.rawValue, in: revision)
            try versions.insert(changed, in: revision)
            losses.append(
                RecoveryLoss(
                    .changed,
                    "namespace '\(namespace.name)': its fallback, namespace #\(fallback.rawValue), is lost"
                ))
            return true
        }
        return false
    }

    // MARK: Rows

    /// The first column of the rows of a query.
    func numbers(_ select: String) throws(RouteDBError) -> [Int64] {
        try database.run(composed: select) { statement in
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.int(at: 0)) }
            return numbers
        }
    }

    /// Ends a live version in the revision that repairs; one that this revision added is deleted.
    private func end(
        _ table: VersionedTable, _ number: Int64, _ reason: String
    ) throws(RouteDBError) {
        let revision = try repairRevision()
        let update = "UPDATE \(table.name) SET ended_by = ?1 WHERE version_id = ?2 AND made_by < ?1"
        let isEnded = try database.run(composed: update) { statement in
            try statement.bind(revision, at: 1)
            try statement.bind(number, at: 2)
            try statement.run()
            return database.connection.changes > 0
        }
        if !isEnded { try delete(table, number) }
        report(.ended, table, number, "\(reason); revision \(revision) ends it")
    }

    private func delete(_ table: VersionedTable, _ number: Int64) throws(RouteDBError) {
        try database.run(composed: "DELETE FROM \(table.name) WHERE version_id = ?1") { statement in
            try statement.bind(number, at: 1)
            try statement.run()
        }
    }
}
