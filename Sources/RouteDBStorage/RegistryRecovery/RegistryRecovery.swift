package import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite

/// Makes a sound registry of the rows that the pages of a damaged one still hold.
///
/// - V1: Nothing is written to the damaged file, and the new one is there only if it passes the check.
/// - V2: Rows keep their numbers, and the revisions that added and ended them. A row that breaks a
///   constraint of the schema or a rule of the check is left out.
/// - V3: Revisions are numbered without gaps: a stand-in takes the place of one that is lost.
/// - V4: What is live and cannot be, for want of what is lost, is ended by a revision of its own, the
///   newest. That revision also adds what others cannot do without: namespaces.
/// - V5: A revision keeps its digest if that and all before it still match. From the first that does
///   not, they are sealed anew.
package final class RegistryRecovery {
    let store: RegistryStore
    var database: Database { store.database }
    let commit: CommitInfo
    /// The rows by their tables and numbers.
    var rows: [String: [Int64: [SQLiteValue]]]
    /// Further rows with their numbers, of which a damaged file may have several.
    var spares: [String: [Int64: [[SQLiteValue]]]] = [:]
    let shapes: [String: TableShape]
    /// The number of the newest revision of the damaged registry.
    var newest: Int64 = 0
    /// The revision that repairs, once one is needed.
    var repair: Int64?
    /// The revisions that something is known to be lost of.
    var changed: Set<Int64> = []
    var losses: [RecoveryLoss] = []

    private init(rows: [String: [Int64: [SQLiteValue]]], shapes: [TableShape], _ commit: CommitInfo)
        throws(RouteDBError)
    {
        store = try RegistryStore.inMemory(commit)
        self.rows = rows
        self.commit = commit
        self.shapes = Dictionary(uniqueKeysWithValues: shapes.map { ($0.name, $0) })
    }

    /// Reads what can be read of a damaged registry, and makes a new one of it.
    ///
    /// - Complexity: Reads the whole file, and holds its rows in memory.
    package static func recover(
        _ path: String, to destination: String, commit: CommitInfo
    ) throws(RouteDBError) -> RecoveryReport {
        try FileAccess(path: destination).requireAbsent()
        let shapes = try shapes()
        var salvage = try Salvage.open(path, kind: .registry, shapes: shapes, confirm: isRow)
        var found: [String: [Int64: SalvagedRow]] = [:]
        var spares: [String: [Int64: [[SQLiteValue]]]] = [:]
        salvage.forEachRow { row in
            var (taken, other) = (row, found[row.table]?[row.number])
            if let known = other, !isBetter(row, than: known) { (taken, other) = (known, row) }
            found[row.table, default: [:]][row.number] = taken
            guard let other, other.values != taken.values,
                spares[row.table]?[row.number]?.count ?? 0 < mostSpares
            else { return }
            spares[row.table, default: [:]][row.number, default: []].append(other.values)
        }
        var rows = found.mapValues { $0.mapValues(\.values) }
        guard rows.contains(where: { $0.key != "migration" }) else { throw Salvage.nothing(path) }
        let origin = rows.removeValue(forKey: SchemaObject.origin.name)
        let recovery = try RegistryRecovery(rows: rows, shapes: shapes, commit)
        recovery.spares = spares
        recovery.reportOrigin(origin)
        recovery.reportFragments(salvage.fragments)
        try recovery.rebuild()
        try recovery.store.backUp(to: destination, permissionsOf: path)
        do throws(RouteDBError) {
            try recovery.requireSound(destination)
        } catch {
            FileAccess(path: destination).remove()
            throw error
        }
        return RecoveryReport(
            kind: .registry, salvage: salvage, kept: try recovery.counts(),
            losses: recovery.losses)
    }

    private func rebuild() throws(RouteDBError) {
        try database.transaction(.immediate) {
            for table in VersionedTable.all.reversed() {
                try database.run(composed: "DELETE FROM \(table.name)") { try $0.run() }
            }
            try database.run("DELETE FROM revision")
            try insertRevisions()
            for table in VersionedTable.all { try insertVersions(of: table) }
            try insertTags()
            try repairItems()
            try sealRevisions()
        }
    }

    /// Checks the new file as `routedb check` does.
    private func requireSound(_ path: String) throws(RouteDBError) {
        let findings = try RegistryStore.open(path: path, mode: .reading).check()
            .filter { $0.rule != .accessRules }
        guard let first = findings.first else { return }
        throw RouteDBError(
            .corrupt, "The registry that was recovered does not pass the check: \(first).",
            hint: "Restore it from a backup.")
    }

    private func counts() throws(RouteDBError) -> [(table: String, rows: Int64)] {
        var counts: [(table: String, rows: Int64)] = []
        for table in ["revision"] + VersionedTable.all.map(\.name) + ["tag"] {
            let count = try database.run(composed: "SELECT count(*) FROM \(table)") { statement in
                try statement.step() ? statement.int(at: 0) : 0
            }
            counts.append((table, count))
        }
        return counts
    }

    private func reportOrigin(_ rows: [Int64: [SQLiteValue]]?) {
        guard case .text(let address)? = rows?.values.first?.dropFirst().first else { return }
        losses.append(
            RecoveryLoss(
                .changed,
                "The file followed '\(address)', and does not any more: `routedb follow` fetches the"
                    + " whole registry from there again."))
    }
}

// MARK: Reading

extension RegistryRecovery {
    private static func shapes() throws(RouteDBError) -> [TableShape] {
        // A file that follows another registry has a table more.
        let origin = MigrationScript(
            version: 0, name: SchemaObject.origin.name, sql: Array(SchemaObject.origin.sql.utf8))
        return try TableShape.shapes(of: MigrationScript.all + [origin])
    }

    /// The most further rows with one number.
    private static let mostSpares = 8

    /// Returns whether of two rows with one number the one that is found later is kept.
    ///
    /// The first is reached, or at least as good as any later, unless its revisions are damaged, or its
    /// number is that of another row only because it is damaged.
    private static func isBetter(_ row: SalvagedRow, than known: SalvagedRow) -> Bool {
        let (isSound, wasSound) = (hasOrder(row.values), hasOrder(known.values))
        if isSound != wasSound { return isSound }
        return row.isReached && known.isReached && row.gap < known.gap
    }

    /// Returns whether the last two values of a row can be the revisions that added and ended it.
    private static func hasOrder(_ values: [SQLiteValue]) -> Bool {
        guard case .integer(let madeBy)? = values.dropLast().last, let endedBy = values.last else {
            return true
        }
        guard case .integer(let number) = endedBy else { return maximumRevisions ~= madeBy }
        return maximumRevisions ~= madeBy && madeBy < number
    }

    /// More revisions than are worth a stand-in each.
    private static let maximumRevisions = Int64(1)...1_000_000

    /// Tells converters and stored cases apart, whose columns have the same types.
    private static func isRow(_ table: String, _ values: [SQLiteValue]) -> Bool {
        guard table == "converter", case .text(let rule) = values[3] else { return true }
        return rule.utf8.first != UInt8(ascii: "{")
    }
}
