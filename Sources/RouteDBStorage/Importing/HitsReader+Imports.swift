import RouteDBRouting
import RouteDBSQLite

extension HitsReader {
    /// The imported logs with their totals and runs, oldest first.
    ///
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func imports() throws(RouteDBError) -> [LogImportRecord] {
        let sql: StaticString = """
            SELECT id, name, imported_at, imported, duplicate, rejected, skipped,
                EXISTS (SELECT 1 FROM forgotten WHERE forgotten.id = import.id)
            FROM import ORDER BY id
            """
        return try database.transaction(.deferred) {
            let runs = try ImportRunRecords(database: database).all()
            let pruned = try PrunedImportRecords(database: database).counts()
            return try database.run(sql) { statement in
                var records: [LogImportRecord] = []
                while try statement.step() {
                    let id = statement.int(at: 0)
                    records.append(
                        LogImportRecord(
                            id: id, name: statement.string(at: 1),
                            importedAt: Timestamp(microseconds: statement.int(at: 2)),
                            imported: statement.int(at: 3), duplicate: statement.int(at: 4),
                            rejected: statement.int(at: 5), skipped: statement.int(at: 6),
                            pruned: pruned[id] ?? 0,
                            isBeingForgotten: statement.int(at: 7) != 0, runs: runs[id] ?? []))
                }
                return records
            }
        }
    }

    /// The imports with these ids, after checking that they can be forgotten.
    ///
    /// - Throws: `importNotFound`, `importShared`, `busy`, `corrupt`, `storageFailure`.
    package func imports(toForget ids: Set<Int64>) throws(RouteDBError) -> [LogImportRecord] {
        try database.transaction(.deferred) {
            try HitsForgetting(database: database, ids: ids, timeMicroseconds: 0).check()
        }
        return try imports().filter { ids.contains($0.id) }
    }
}
