import RouteDBDatabase
import RouteDBSQLite

/// The table of the roll-ups of whole days in UTC.
///
/// - D1: The table has the sums of the roll-ups of every day before that of the newest roll-up, and
///   of no other day.
struct DayRecords {
    let database: Database

    /// The day of the newest roll-up, or `nil` without roll-ups: the first that has no sums.
    ///
    /// - Throws: `corrupt` for a time that no hit has; `busy`, `storageFailure`.
    func open() throws(RouteDBError) -> Int64? {
        guard let last = try database.number("SELECT max(bucket) FROM rollup") else { return nil }
        return RollUps.day(of: try database.checked(last, RollUps.buckets, "bucket"))
    }

    /// Adds newly written hits.
    func add(_ rollUps: RollUps, open: Int64?) throws(RouteDBError) {
        guard let now = try self.open() else { return }
        if let open {
            let sql: StaticString = """
                INSERT INTO rollup_day VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0)
                ON CONFLICT DO UPDATE SET
                    hits = hits + excluded.hits, weight = weight + excluded.weight
                """
            try run(sql, rollUps.days(before: open))
        }
        guard open != now else { return }
        try database.run(composed: "INSERT INTO rollup_day \(Self.sums)") { statement in
            try statement.bind(open ?? .min, at: 1)
            try statement.bind(now, at: 2)
            try statement.run()
        }
    }

    /// The sums of the days from ?1 to before ?2, in SQL.
    private static let sums = """
        SELECT rollup.bucket - (rollup.bucket % 86400 + 86400) % 86400 AS day, namespace, route,
            outcome, sum(hits), sum(weight),
            sum(iif(pruned_bucket.bucket IS NULL, pruned_hits, hits)),
            sum(iif(pruned_bucket.bucket IS NULL, pruned_weight, weight))
        FROM rollup LEFT JOIN pruned_bucket ON pruned_bucket.bucket = rollup.bucket
        WHERE rollup.bucket >= ?1 AND rollup.bucket < ?2
        GROUP BY 1, 2, 3, 4
        """

    /// Passes the keys of rows that violate D1 to a closure, and those of rows that are missing.
    func forEachWrong(_ body: (RollUps.Key) -> Void) throws {
        let sql = """
            WITH made AS (\(Self.sums))
            SELECT day, namespace, route, outcome FROM (
                SELECT * FROM made EXCEPT SELECT * FROM rollup_day)
            UNION SELECT day, namespace, route, outcome FROM (
                SELECT * FROM rollup_day EXCEPT SELECT * FROM made)
            """
        try database.run(composed: sql) { statement in
            try statement.bind(Int64.min, at: 1)
            try statement.bind(open() ?? .min, at: 2)
            while try statement.step() {
                body(
                    RollUps.Key(
                        bucket: statement.int(at: 0), namespace: statement.int(at: 1),
                        route: statement.int(at: 2), outcome: statement.int(at: 3)))
            }
        }
    }

    /// Counts hits as pruned.
    func prune(_ rollUps: RollUps, days: Set<Int64>) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE rollup_day SET
                pruned_hits = pruned_hits + ?5, pruned_weight = pruned_weight + ?6
            WHERE day = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try run(sql, rollUps.days(before: .max))
        for day in days.sorted() {
            try database.run(
                "UPDATE rollup_day SET pruned_hits = hits, pruned_weight = weight WHERE day = ?1",
                day)
        }
    }

    /// Subtracts hits, which the table of roll-ups has no longer.
    func remove(_ rollUps: RollUps) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE rollup_day SET hits = hits - ?5, weight = weight - ?6
            WHERE day = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try run(sql, rollUps.days(before: .max))
        try removeEmpty()
    }

    /// Subtracts the pruned hits of an import, which the table of roll-ups has no longer.
    func removePruned(ofImport id: Int64) throws(RouteDBError) {
        try database.run(
            """
            UPDATE rollup_day SET
                hits = rollup_day.hits - claim.hits, pruned_hits = pruned_hits - claim.hits,
                weight = rollup_day.weight - claim.weight,
                pruned_weight = pruned_weight - claim.weight
            FROM (
                SELECT bucket - (bucket % 86400 + 86400) % 86400 AS day, namespace, route, outcome,
                    sum(hits) AS hits, sum(weight) AS weight
                FROM import_pruned WHERE import = ?1 GROUP BY 1, 2, 3, 4
            ) AS claim
            WHERE rollup_day.day = claim.day AND rollup_day.namespace = claim.namespace
                AND rollup_day.route = claim.route AND rollup_day.outcome = claim.outcome
            """, id)
    }

    /// Deletes rows without hits, and the days from the open one on.
    func removeEmpty() throws(RouteDBError) {
        try database.run("DELETE FROM rollup_day WHERE hits = 0")
        try database.run("DELETE FROM rollup_day WHERE day >= ?1", open() ?? .min)
    }

    private func run(_ sql: StaticString, _ days: [RollUps.Key: RollUps.Sum]) throws(RouteDBError) {
        try database.run(sql) { statement in
            for (key, sum) in days.sorted(by: { $0.key < $1.key }) {
                try statement.bind(key.bucket, at: 1)
                try statement.bind(key.namespace, at: 2)
                try statement.bind(key.route, at: 3)
                try statement.bind(key.outcome, at: 4)
                try statement.bind(sum.hits, at: 5)
                try statement.bind(sum.weight, at: 6)
                try statement.run()
            }
        }
    }
}

extension RollUps {
    static let daySeconds: Int64 = 86_400

    /// The start of the day in UTC that contains a bucket, in seconds.
    static func day(of bucket: Int64) -> Int64 {
        let remainder = bucket % daySeconds
        return bucket - (remainder < 0 ? remainder + daySeconds : remainder)
    }

    /// The hits and weights by day, for the days before another.
    func days(before limit: Int64) -> [Key: Sum] {
        var days: [Key: Sum] = [:]
        for (key, sum) in zip(keys, sums) {
            let day = Self.day(of: key.bucket)
            guard day < limit else { continue }
            days[
                Key(bucket: day, namespace: key.namespace, route: key.route, outcome: key.outcome),
                default: Sum()] += Sum(hits: sum.hits, weight: sum.weight)
        }
        return days
    }
}
