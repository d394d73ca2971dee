import RouteDBRouting
import RouteDBSQLite

extension HitsReader {
    /// The rejected lines of logs, sorted by log and line.
    ///
    /// - Parameters:
    ///   - log: The id of the log, or `nil` for all logs.
    ///   - limit: The most lines to return, or 0 for all.
    /// - Returns: The lines.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
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
