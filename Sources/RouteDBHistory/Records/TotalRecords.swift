import RouteDBDatabase
import RouteDBSQLite

/// The table of the roll-ups of all routes together.
///
/// - D2: The table has the sums of the roll-ups of each quarter of an hour, by namespace and outcome.
///   P4 applies to it as it does to them.
struct TotalRecords {
    let database: Database

    /// Adds newly written hits.
    func add(_ rollUps: RollUps) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO rollup_total VALUES (?1, ?2, ?3, ?4, ?5, 0, 0)
            ON CONFLICT DO UPDATE SET
                hits = hits + excluded.hits, weight = weight + excluded.weight
            """
        try run(sql, rollUps)
    }

    /// Returns whether there ever were hits of a quarter of an hour, given by its start in seconds.
    func hasHits(in bucket: Int64) throws(RouteDBError) -> Bool {
        try database.number("SELECT 1 FROM rollup_total WHERE bucket = ?1 LIMIT 1", bucket) != nil
    }

    /// Counts hits as pruned.
    func prune(_ rollUps: RollUps) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE rollup_total SET
                pruned_hits = pruned_hits + ?4, pruned_weight = pruned_weight + ?5
            WHERE bucket = ?1 AND namespace = ?2 AND outcome = ?3
            """
        try run(sql, rollUps)
    }

    /// Subtracts hits.
    func remove(_ rollUps: RollUps) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE rollup_total SET hits = hits - ?4, weight = weight - ?5
            WHERE bucket = ?1 AND namespace = ?2 AND outcome = ?3
            """
        try run(sql, rollUps)
        try removeEmpty()
    }

    /// Subtracts the pruned hits of an import.
    func removePruned(ofImport id: Int64) throws(RouteDBError) {
        try database.run(
            """
            UPDATE rollup_total SET
                hits = rollup_total.hits - claim.hits, pruned_hits = pruned_hits - claim.hits,
                weight = rollup_total.weight - claim.weight,
                pruned_weight = pruned_weight - claim.weight
            FROM (
                SELECT bucket, namespace, outcome, sum(hits) AS hits, sum(weight) AS weight
                FROM import_pruned WHERE import = ?1 GROUP BY 1, 2, 3
            ) AS claim
            WHERE rollup_total.bucket = claim.bucket AND rollup_total.namespace = claim.namespace
                AND rollup_total.outcome = claim.outcome
            """, id)
    }

    /// Deletes rows without hits.
    func removeEmpty() throws(RouteDBError) {
        try database.run("DELETE FROM rollup_total WHERE hits = 0")
    }

    /// Makes the rows of a quarter of an hour say themselves that all of it is pruned.
    func dissolve(_ bucket: Int64) throws(RouteDBError) {
        try database.run(
            """
            UPDATE rollup_total SET pruned_hits = hits, pruned_weight = weight WHERE bucket = ?1
            """, bucket)
    }

    private func run(_ sql: StaticString, _ rollUps: RollUps) throws(RouteDBError) {
        try database.run(sql) { statement in
            for (key, sum) in rollUps.withoutRoutes.sorted {
                try statement.bind(key.bucket, at: 1)
                try statement.bind(key.namespace, at: 2)
                try statement.bind(key.outcome, at: 3)
                try statement.bind(sum.hits, at: 4)
                try statement.bind(sum.weight, at: 5)
                try statement.run()
            }
        }
    }

    /// Passes the keys of rows that violate D2 to a closure, and those of rows that are missing.
    func forEachWrong(_ body: (RollUps.Key) -> Void) throws(RouteDBError) {
        let sql: StaticString = """
            WITH made AS (
                SELECT rollup.bucket, namespace, outcome, sum(hits), sum(weight),
                    sum(iif(pruned_bucket.bucket IS NULL, pruned_hits, hits)),
                    sum(iif(pruned_bucket.bucket IS NULL, pruned_weight, weight))
                FROM rollup LEFT JOIN pruned_bucket ON pruned_bucket.bucket = rollup.bucket
                GROUP BY 1, 2, 3
            ), kept AS (
                SELECT rollup_total.bucket, namespace, outcome, hits, weight,
                    iif(pruned_bucket.bucket IS NULL, pruned_hits, hits),
                    iif(pruned_bucket.bucket IS NULL, pruned_weight, weight)
                FROM rollup_total
                LEFT JOIN pruned_bucket ON pruned_bucket.bucket = rollup_total.bucket
            )
            SELECT bucket, namespace, outcome FROM (
                SELECT * FROM made EXCEPT SELECT * FROM kept)
            UNION SELECT bucket, namespace, outcome FROM (
                SELECT * FROM kept EXCEPT SELECT * FROM made)
            """
        try database.run(sql) { statement in
            while try statement.step() {
                body(
                    RollUps.Key(
                        bucket: statement.int(at: 0), namespace: statement.int(at: 1), route: 0,
                        outcome: statement.int(at: 2)))
            }
        }
    }
}
