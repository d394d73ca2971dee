import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The result of forgetting imports.
public struct ForgottenImports: Hashable, Sendable {
    /// The number of hits removed, including those that had been pruned before.
    public private(set) var hits: Int64 = 0
    /// The number of removed hits that had been pruned before, and so existed only in the roll-ups.
    public private(set) var pruned: Int64 = 0

    init() {}

    mutating func add(hits: Int64, pruned: Int64) {
        self.hits &+= hits
        self.pruned &+= pruned
    }
}

/// The table of imports that were forgotten or are being forgotten.
struct ForgottenRecords {
    let database: Database

    /// The next unused import id.
    func nextImport() throws(RouteDBError) -> Int64 {
        let last = try database.number(
            "SELECT max(id) FROM (SELECT id FROM import UNION ALL SELECT id FROM forgotten)")
        guard let last else { return 1 }
        guard last < .max else { throw database.corrupt("there are no import ids left") }
        return last + 1
    }

    /// `true` if the import was forgotten, `false` if it is being forgotten, and `nil` otherwise.
    func isFinished(_ id: Int64) throws(RouteDBError) -> Bool? {
        try database.number("SELECT finished_at IS NOT NULL FROM forgotten WHERE id = ?1", id)
            .map { $0 != 0 }
    }

    /// Records that an import is being forgotten, unless that was recorded before.
    func begin(_ id: Int64, time: Timestamp) throws(RouteDBError) {
        try database.run(
            "INSERT INTO forgotten (id, begun_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING", id,
            time.microseconds)
    }

    /// Adds to the number of removed hits of an import.
    func count(_ hits: Int64, of id: Int64) throws(RouteDBError) {
        try database.run("UPDATE forgotten SET hits = hits + ?1 WHERE id = ?2", hits, id)
    }

    /// Records that an import has been forgotten completely.
    func finish(_ id: Int64, time: Timestamp) throws(RouteDBError) -> Int64 {
        try database.run(
            "UPDATE forgotten SET finished_at = ?1 WHERE id = ?2", time.microseconds,
            id)
        return try database.number("SELECT hits FROM forgotten WHERE id = ?1", id) ?? 0
    }

    /// Throws if an import with one of these ids is being forgotten.
    func refuse(_ ids: [Int64]) throws(RouteDBError) {
        for id in ids where try isFinished(id) == false {
            throw RouteDBError(
                .busy, "Import \(id) of this log is being forgotten.",
                hint: "Finish that with `routedb hits forget \(id)`, then import the log again.")
        }
    }
}
