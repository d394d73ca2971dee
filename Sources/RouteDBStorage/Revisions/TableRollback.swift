public import RouteDBDatabase
import RouteDBSQLite

/// The changes that restore the content of one table at a past revision.
///
/// Rows that existed then and are still live are kept, as are live rows equal to a row of then.
/// Only rows that differ are ended or get a new version.
struct TableRollback {
    let database: Database
    let table: VersionedTable
    /// The live rows to end, and the revisions that added them.
    private var surplus: [(version: Int64, madeBy: Int64)] = []
    /// The past rows to restore, in order.
    private var lost: [Int64] = []

    /// Compares the content of a table with its content at a revision.
    init(
        of table: VersionedTable, to revision: Int64, in database: Database
    ) throws(RouteDBError) {
        self.database = database
        self.table = table
        var lostByContent: [[UInt8]: Int64] = [:]
        // The plus signs make SQLite go through the indexes of what changed since.
        let lost = try rows(
            """
            SELECT * FROM \(table.name) WHERE +made_by <= ?1 AND ended_by > ?1
            ORDER BY +version_id
            """, revision)
        for row in lost { lostByContent[row.content] = row.version }
        let present = try rows(
            "SELECT * FROM \(table.name) WHERE made_by > ?1 AND +ended_by IS NULL", revision)
        for row in present where lostByContent.removeValue(forKey: row.content) == nil {
            surplus.append((row.version, row.madeBy))
        }
        self.lost = lost.map(\.version).filter(Set(lostByContent.values).contains)
    }

    /// True if the table already has the content of the revision.
    var isEmpty: Bool { surplus.isEmpty && lost.isEmpty }

    /// Applies the changes within a revision.
    func run(in revision: Int64) throws(RouteDBError) {
        // A row that the current revision added is deleted.
        try change(
            "DELETE FROM \(table.name) WHERE version_id = ?1",
            surplus.filter { $0.madeBy == revision }.map { [$0.version] })
        try change(
            "UPDATE \(table.name) SET ended_by = ?2 WHERE version_id = ?1",
            surplus.map { [$0.version, revision] })
        // By name, because a restored row gets a new `version_id`.
        let names = try columns().map { "\"\($0)\"" }.joined(separator: ", ")
        try change(
            """
            INSERT INTO \(table.name) (\(names), made_by)
            SELECT \(names), ?2 FROM \(table.name) WHERE version_id = ?1
            """, lost.map { [$0, revision] })
    }

    /// The columns that are not part of a version's content.
    private static let keys: Set<String> = ["version_id", "made_by", "ended_by"]

    private func columns() throws(RouteDBError) -> [String] {
        try database.run(composed: "SELECT * FROM \(table.name)") { statement in
            RowColumn.all(of: statement, except: Self.keys).map(\.name)
        }
    }

    private func rows(
        _ select: String, _ revision: Int64
    ) throws(RouteDBError) -> [(version: Int64, madeBy: Int64, content: [UInt8])] {
        try database.run(composed: select) { statement in
            try statement.bind(revision, at: 1)
            let all = RowColumn.all(of: statement, except: [])
            let content = all.filter { !Self.keys.contains($0.name) }
            let place = { (name: String) in all.first { $0.name == name }?.index ?? 0 }
            let (version, madeBy) = (place("version_id"), place("made_by"))
            var rows: [(Int64, Int64, [UInt8])] = []
            while try statement.step() {
                var encoder = CanonicalEncoder()
                encoder.append(statement, content)
                rows.append((statement.int(at: version), statement.int(at: madeBy), encoder.bytes))
            }
            return rows
        }
    }

    private func change(_ sql: String, _ parameters: [[Int64]]) throws(RouteDBError) {
        try database.run(composed: sql) { statement in
            for row in parameters {
                for (index, value) in row.enumerated() {
                    try statement.bind(value, at: Int32(index + 1))
                }
                try statement.run()
            }
        }
    }
}

extension RegistryEditor {
    /// Restores the content of the registry at a revision.
    ///
    /// History is preserved: what was added since is ended, and what was there gets a new version
    /// with its old id. Tags and revisions are not part of the content.
    ///
    /// - Parameter reference: The revision.
    /// - Returns: Whether anything changed.
    /// - Throws: `revisionNotFound`, `tagNotFound`.
    /// - Complexity: O(*c* log *n*) in the number of versions *c* that began or ended since, and of all
    ///   versions *n*.
    @discardableResult
    public func rollBack(to reference: RevisionReference) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            let target = try RevisionRecords(database: live.database).find(reference).number
            var rollbacks: [TableRollback] = []
            for table in VersionedTable.all {
                let rollback = try TableRollback(
                    of: table, to: target, in: live.database)
                if !rollback.isEmpty { rollbacks.append(rollback) }
            }
            guard !rollbacks.isEmpty else { return false }
            let revision = try makeRevision()
            for rollback in rollbacks { try rollback.run(in: revision) }
            live.forgetNamespaces()
            live.forgetConverters()
            return true
        }
    }
}
