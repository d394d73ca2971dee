import RouteDBSQLite

extension HitsReader {
    /// Checks what is said of each imported log.
    func checkImports(_ verification: inout HitsVerification) throws {
        let isPruned = try (database.number("SELECT sum(pruned) FROM stream") ?? 0) > 0
        let sql: StaticString = """
            SELECT id, lines, imported, rejected,
                (SELECT count(*) FROM reject WHERE reject.import = import.id)
            FROM import ORDER BY id
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let id = statement.int(at: 0)
                let totals = ImportTotals(
                    id: id, lines: statement.int(at: 1), imported: statement.int(at: 2),
                    rejected: statement.int(at: 3), digests: try digestCount(of: id),
                    rejects: statement.int(at: 4))
                verification.compare(totals, isPruned: isPruned)
            }
        }
    }

    /// How many digests of a log lie one behind the other from line 1 on; -1 if not all do.
    private func digestCount(of log: Int64) throws -> Int64 {
        let sql: StaticString =
            "SELECT line, length(digests) / 4 FROM import_lines WHERE import = ?1 ORDER BY line"
        return try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            var count: Int64 = 0
            while try statement.step() {
                guard statement.int(at: 0) == count + 1 else { return -1 }
                count += statement.int(at: 1)
            }
            return count
        }
    }
}
