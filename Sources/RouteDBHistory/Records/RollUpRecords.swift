import RouteDBDatabase
import RouteDBSQLite

/// The table of roll-ups.
struct RollUpRecords {
    let database: Database

    /// Adds newly written hits.
    func add(_ rollUps: RollUps) throws(RouteDBError) {
        guard !rollUps.keys.isEmpty else { return }
        let days = DayRecords(database: database)
        let open = try days.open()
        let buckets = rollUps.buckets
        try PrunedBucketRecords(database: database).dissolve(buckets)
        let sql: StaticString = """
            INSERT INTO rollup (bucket, namespace, route, outcome, hits, weight, duration, timed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET
                hits = hits + excluded.hits, weight = weight + excluded.weight,
                duration = duration + excluded.duration, timed = timed + excluded.timed
            """
        try run(sql, rollUps)
        try days.add(rollUps, open: open)
        try TotalRecords(database: database).add(rollUps)
        try QuarterRecords(database: database).markUnsummed(buckets)
    }

    /// Counts hits as pruned.
    func prune(_ rollUps: RollUps) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE rollup SET
                pruned_hits = pruned_hits + ?5, pruned_weight = pruned_weight + ?6,
                pruned_duration = pruned_duration + ?7, pruned_timed = pruned_timed + ?8
            WHERE bucket = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try run(sql, rollUps)
        try TotalRecords(database: database).prune(rollUps)
        try QuarterRecords(database: database).markUnsummed(rollUps.buckets)
    }

    /// Subtracts hits from the sums, and deletes rows that have no hits left.
    func remove(_ rollUps: RollUps) throws(RouteDBError) {
        let update: StaticString = """
            UPDATE rollup SET
                hits = hits - ?5, weight = weight - ?6, duration = duration - ?7,
                timed = timed - ?8
            WHERE bucket = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try run(update, rollUps)
        let delete: StaticString = """
            DELETE FROM rollup
            WHERE bucket = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4 AND hits = 0
            """
        try database.run(delete) { statement in
            for key in rollUps.keys {
                try statement.bind(key.bucket, at: 1)
                try statement.bind(key.namespace, at: 2)
                try statement.bind(key.route, at: 3)
                try statement.bind(key.outcome, at: 4)
                try statement.run()
            }
        }
        try DayRecords(database: database).remove(rollUps)
        try TotalRecords(database: database).remove(rollUps)
        try QuarterRecords(database: database).markUnsummed(rollUps.buckets)
    }

    private func run(_ sql: StaticString, _ rollUps: RollUps) throws(RouteDBError) {
        try database.run(sql) { statement in
            for (key, sum) in rollUps.sorted {
                try statement.bind(key.bucket, at: 1)
                try statement.bind(key.namespace, at: 2)
                try statement.bind(key.route, at: 3)
                try statement.bind(key.outcome, at: 4)
                try statement.bind(sum.hits, at: 5)
                try statement.bind(sum.weight, at: 6)
                try statement.bind(sum.duration, at: 7)
                try statement.bind(sum.timed, at: 8)
                try statement.run()
            }
        }
    }

    /// Reads a row that begins with the bucket, namespace, route and outcome, and the four sums.
    static func read(_ statement: borrowing Statement) -> (key: RollUps.Key, sum: RollUps.Sum) {
        (
            RollUps.Key(
                bucket: statement.int(at: 0), namespace: statement.int(at: 1),
                route: statement.int(at: 2), outcome: statement.int(at: 3)),
            RollUps.Sum(
                hits: statement.int(at: 4), weight: statement.int(at: 5),
                duration: statement.int(at: 6), timed: statement.int(at: 7))
        )
    }

    /// Passes the sums of the hits that are still in the file to a closure, without empty ones.
    func forEachRemaining(
        _ body: (RollUps.Key, RollUps.Sum) -> Void
    ) throws(RouteDBError) {
        let sql: StaticString = """
            SELECT bucket, namespace, route, outcome, hits - pruned_hits, weight - pruned_weight,
                duration - pruned_duration, timed - pruned_timed
            FROM rollup WHERE bucket NOT IN (SELECT bucket FROM pruned_bucket)
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let (key, sum) = Self.read(statement)
                if sum != RollUps.Sum() { body(key, sum) }
            }
        }
    }
}
