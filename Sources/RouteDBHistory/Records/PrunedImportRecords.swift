import RouteDBDatabase
import RouteDBSQLite

/// The table of pruned hits that came from imports.
///
/// - P3: A hit of an import is counted here in the transaction that prunes it, so that forgetting
///   the import can also remove its pruned hits from the roll-ups.
struct PrunedImportRecords {
    let database: Database

    /// Counts pruned hits.
    func add(_ imports: [PrunedHits.Origin: RollUps]) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO import_pruned (import, stream, bucket, namespace, route, outcome, hits,
                weight, duration, timed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT DO UPDATE SET
                hits = hits + excluded.hits, weight = weight + excluded.weight,
                duration = duration + excluded.duration, timed = timed + excluded.timed
            """
        try database.run(sql) { statement in
            for (origin, rollUps) in imports {
                for (key, sum) in rollUps.sorted {
                    let numbers = [
                        origin.source, origin.stream, key.bucket, key.namespace, key.route,
                        key.outcome, sum.hits, sum.weight, sum.duration, sum.timed,
                    ]
                    for (index, number) in numbers.enumerated() {
                        try statement.bind(number, at: Int32(index + 1))
                    }
                    try statement.run()
                }
            }
        }
    }

    /// The number of pruned hits recorded for each import.
    func counts() throws(RouteDBError) -> [Int64: Int64] {
        try database.run("SELECT import, sum(hits) FROM import_pruned GROUP BY import") {
            statement in
            var counts: [Int64: Int64] = [:]
            while try statement.step() { counts[statement.int(at: 0)] = statement.int(at: 1) }
            return counts
        }
    }

    private func buckets(of id: Int64) throws(RouteDBError) -> Set<Int64> {
        let sql: StaticString = "SELECT DISTINCT bucket FROM import_pruned WHERE import = ?1"
        return try database.run(sql) { statement in
            try statement.bind(id, at: 1)
            var buckets: Set<Int64> = []
            while try statement.step() { buckets.insert(statement.int(at: 0)) }
            return buckets
        }
    }

    /// Removes the pruned hits of an import from the roll-ups.
    package func forget(_ id: Int64) throws(RouteDBError) -> Int64 {
        let hits = try database.number("SELECT sum(hits) FROM import_pruned WHERE import = ?1", id)
        guard let hits else { return 0 }
        try PrunedBucketRecords(database: database).dissolve(buckets(of: id))
        try database.run(
            """
            UPDATE rollup SET
                hits = rollup.hits - claim.hits, pruned_hits = pruned_hits - claim.hits,
                weight = rollup.weight - claim.weight,
                pruned_weight = pruned_weight - claim.weight,
                duration = rollup.duration - claim.duration,
                pruned_duration = pruned_duration - claim.duration,
                timed = rollup.timed - claim.timed, pruned_timed = pruned_timed - claim.timed
            FROM (
                SELECT bucket, namespace, route, outcome, sum(hits) AS hits,
                    sum(weight) AS weight, sum(duration) AS duration, sum(timed) AS timed
                FROM import_pruned WHERE import = ?1 GROUP BY bucket, namespace, route, outcome
            ) AS claim
            WHERE rollup.bucket = claim.bucket AND rollup.namespace = claim.namespace
                AND rollup.route = claim.route AND rollup.outcome = claim.outcome
            """, id)
        try database.run(
            """
            UPDATE stream SET pruned = pruned - claim.hits, forgotten = forgotten + claim.hits
            FROM (
                SELECT stream, sum(hits) AS hits FROM import_pruned WHERE import = ?1
                GROUP BY stream
            ) AS claim
            WHERE stream.id = claim.stream
            """, id)
        let days = DayRecords(database: database)
        let totals = TotalRecords(database: database)
        try days.removePruned(ofImport: id)
        try totals.removePruned(ofImport: id)
        try database.run("DELETE FROM import_pruned WHERE import = ?1", id)
        try database.run("DELETE FROM rollup WHERE hits = 0 AND pruned_hits = 0")
        try days.removeEmpty()
        try totals.removeEmpty()
        return hits
    }
}
