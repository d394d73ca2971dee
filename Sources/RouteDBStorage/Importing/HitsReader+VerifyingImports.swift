import RouteDBSQLite

extension HitsReader {
    /// Checks the data about each imported log.
    func checkImports(_ verification: inout HitsVerification) throws {
        let isPruned = try (database.number("SELECT sum(pruned) FROM stream") ?? 0) > 0
        let sql: StaticString = """
            SELECT id, lines, imported, rejected,
                (SELECT count(*) FROM reject WHERE reject.import = import.id),
                (SELECT coalesce(sum(hits), 0) FROM import_pruned
                    WHERE import_pruned.import = import.id),
                (SELECT coalesce(sum(imported), 0) FROM import_run
                    WHERE import_run.import = import.id),
                EXISTS (SELECT 1 FROM forgotten WHERE forgotten.id = import.id)
            FROM import ORDER BY id
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let id = statement.int(at: 0)
                let totals = ImportTotals(
                    id: id, lines: statement.int(at: 1), imported: statement.int(at: 2),
                    rejected: statement.int(at: 3), digests: try digestCount(of: id),
                    rejects: statement.int(at: 4), pruned: statement.int(at: 5),
                    runImported: statement.int(at: 6), isBeingForgotten: statement.int(at: 7) != 0)
                verification.compare(totals, isPruned: isPruned)
            }
        }
    }

    /// Checks that the imports together claim no more pruned hits of a roll-up than it has.
    func checkPrunedImports(_ verification: inout HitsVerification) throws {
        let sql: StaticString = """
            SELECT bucket, namespace, route, outcome, sum(claim.hits), rollup.pruned_hits
            FROM import_pruned AS claim LEFT JOIN rollup USING (bucket, namespace, route, outcome)
            GROUP BY bucket, namespace, route, outcome
            HAVING sum(claim.hits) > coalesce(rollup.pruned_hits, 0)
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let key = (Int32(0)..<4).map { "\(statement.int(at: $0))" }
                verification.add(
                    .rollUp,
                    "Imports had \(statement.int(at: 4)) pruned hits of bucket \(key[0]), namespace"
                        + " \(key[1]), route \(key[2]) and outcome \(key[3]), and"
                        + " \(statement.int(at: 5)) were pruned (P3).")
            }
        }
    }

    /// The number of consecutive digests of a log from line 1 on, or -1 if there is a gap.
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
