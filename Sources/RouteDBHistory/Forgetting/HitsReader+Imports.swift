package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension HitsReader {
    /// The imported logs with their totals and runs, oldest first.
    package func imports() throws(RouteDBError) -> [LogImportRecord] {
        let sql: StaticString = """
            SELECT id, name, imported_at, imported, duplicate, rejected, skipped,
                EXISTS (SELECT 1 FROM forgotten WHERE forgotten.id = import.id)
            FROM import ORDER BY id
            """
        return try database.transaction(.deferred) {
            let runs = try ImportRunRecords(database: database).all()
            let identities = try importIdentities()
            let pruned = try PrunedImportRecords(database: database).counts()
            return try database.run(sql) { statement in
                var records: [LogImportRecord] = []
                while try statement.step() {
                    let id = statement.int(at: 0)
                    records.append(
                        LogImportRecord(
                            id: id, identity: identities[id] ?? "", name: statement.string(at: 1),
                            importedAt: statement.time(at: 2),
                            imported: statement.int(at: 3), duplicate: statement.int(at: 4),
                            rejected: statement.int(at: 5), skipped: statement.int(at: 6),
                            pruned: pruned[id] ?? 0,
                            isBeingForgotten: statement.int(at: 7) != 0, runs: runs[id] ?? []))
                }
                return records
            }
        }
    }

    /// The identities of the imports, by their ids.
    ///
    /// No other import of any history has the same id, first line and beginning.
    package func importIdentities() throws(RouteDBError) -> [Int64: String] {
        let sql: StaticString = """
            SELECT import.id, import.first, import_run.started_at
            FROM import LEFT JOIN import_run ON import_run.import = import.id AND run = 1
            """
        return try database.run(sql) { statement in
            var identities: [Int64: String] = [:]
            while try statement.step() {
                var encoder = CanonicalEncoder()
                for column in 0..<3 as Range<Int32> { encoder.append(statement.int(at: column)) }
                var hash = SHA256()
                hash.update(encoder.bytes)
                identities[statement.int(at: 0)] = Array(hash.finish().prefix(16)).hexadecimal
            }
            return identities
        }
    }

    /// The imports with these ids, after checking that they can be forgotten.
    package func imports(toForget ids: Set<Int64>) throws(RouteDBError) -> [LogImportRecord] {
        try database.transaction(.deferred) {
            try HitsForgetting(database: database, ids: ids, time: .epoch).check()
        }
        return try imports().filter { ids.contains($0.id) }
    }
}

extension HitsReader {
    /// The rejected lines of logs, sorted by log and line.
    package func rejects(of log: Int64?, limit: Int) throws(RouteDBError) -> [RejectedLine] {
        let sql: StaticString = """
            SELECT reject.import, name, line, offset, reason, place, text
            FROM reject JOIN import ON import.id = reject.import
            WHERE ?1 IS NULL OR reject.import = ?1
            ORDER BY reject.import, line LIMIT ?2
            """
        return try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            try statement.bind(limit.asLimit, at: 2)
            var rejects: [RejectedLine] = []
            while try statement.step() {
                rejects.append(
                    RejectedLine(
                        log: statement.int(at: 0), name: statement.string(at: 1),
                        reject: ImportReject(
                            line: statement.int(at: 2), offset: statement.int(at: 3),
                            reason: statement.string(at: 4),
                            place: Int(clamping: statement.int(at: 5)),
                            text: statement.bytes(at: 6))))
            }
            return rejects
        }
    }
}
