import RouteDBDatabase
import RouteDBSQLite

/// The table of the quarters of an hour all of whose hits were pruned.
///
/// - P4: A quarter in the table has no hits in the file, and all of its roll-ups is pruned, whatever
///   they say themselves. So a pruning of whole quarters need not change each of their roll-ups.
struct PrunedBucketRecords {
    let database: Database

    /// Adds quarters, given by their starts in seconds.
    func add(_ buckets: some Sequence<Int64>) throws(RouteDBError) {
        let sql: StaticString =
            "INSERT INTO pruned_bucket (bucket) VALUES (?1) ON CONFLICT DO NOTHING"
        try database.run(sql) { statement in
            for bucket in buckets {
                try statement.bind(bucket, at: 1)
                try statement.run()
            }
        }
        try QuarterRecords(database: database).removePruned(buckets)
    }

    /// The quarters of a range, in ascending order.
    func all(_ buckets: ClosedRange<Int64>) throws(RouteDBError) -> [Int64] {
        let sql: StaticString =
            "SELECT bucket FROM pruned_bucket WHERE bucket BETWEEN ?1 AND ?2 ORDER BY bucket"
        return try database.run(sql) { statement in
            try statement.bind(buckets.lowerBound, at: 1)
            try statement.bind(buckets.upperBound, at: 2)
            var all: [Int64] = []
            while try statement.step() { all.append(statement.int(at: 0)) }
            return all
        }
    }

    /// Makes the roll-ups of some quarters say themselves what is pruned, before hits are added to
    /// them or pruned ones are taken from them.
    func dissolve(_ buckets: Set<Int64>) throws(RouteDBError) {
        // New hits are mostly later than all that was pruned.
        guard let last = try database.number("SELECT max(bucket) FROM pruned_bucket") else {
            return
        }
        for bucket in buckets.sorted() where bucket <= last {
            let isListed = try database.number(
                "SELECT 1 FROM pruned_bucket WHERE bucket = ?1", bucket)
            guard isListed != nil else { continue }
            try database.run(
                """
                UPDATE rollup SET
                    pruned_hits = hits, pruned_weight = weight, pruned_duration = duration,
                    pruned_timed = timed
                WHERE bucket = ?1
                """, bucket)
            try TotalRecords(database: database).dissolve(bucket)
            try database.run("DELETE FROM pruned_bucket WHERE bucket = ?1", bucket)
        }
    }
}
