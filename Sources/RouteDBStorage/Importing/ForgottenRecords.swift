import RouteDBSQLite

/// The rows of the imports that were forgotten, or are being forgotten.
struct ForgottenRecords {
    let database: Database

    /// The id of the next import: one that no import ever had.
    func nextImport() throws(RouteDBError) -> Int64 {
        let last = try database.number(
            "SELECT max(id) FROM (SELECT id FROM import UNION ALL SELECT id FROM forgotten)")
        guard let last else { return 1 }
        guard last < .max else { throw database.corrupt("there is no id left for an import") }
        return last + 1
    }

    /// Whether an import was forgotten wholly (true), is being forgotten (false), or neither.
    func isFinished(_ id: Int64) throws(RouteDBError) -> Bool? {
        try database.number("SELECT finished_at IS NOT NULL FROM forgotten WHERE id = ?1", id)
            .map { $0 != 0 }
    }

    /// Notes that an import is being forgotten, if that was not begun before.
    func begin(_ id: Int64, timeMicroseconds: Int64) throws(RouteDBError) {
        try database.run(
            "INSERT INTO forgotten (id, begun_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING", id,
            timeMicroseconds)
    }

    /// Counts hits of an import that went.
    func count(_ hits: Int64, of id: Int64) throws(RouteDBError) {
        try database.run("UPDATE forgotten SET hits = hits + ?1 WHERE id = ?2", hits, id)
    }

    /// Notes that nothing of an import is left.
    ///
    /// - Returns: How many hits went in all.
    func finish(_ id: Int64, timeMicroseconds: Int64) throws(RouteDBError) -> Int64 {
        try database.run(
            "UPDATE forgotten SET finished_at = ?1 WHERE id = ?2", timeMicroseconds, id)
        return try database.number("SELECT hits FROM forgotten WHERE id = ?1", id) ?? 0
    }

    /// Refuses to go on with imports that are being forgotten.
    ///
    /// - Throws: `busy` if one is.
    func refuse(_ ids: [Int64]) throws(RouteDBError) {
        for id in ids where try isFinished(id) == false {
            throw RouteDBError(
                .busy, "Import \(id) of this log is being forgotten.",
                hint: "Finish that with `routedb hits forget \(id)`, then import the log again.")
        }
    }
}
