package import RouteDBDatabase
import RouteDBSQLite

/// The durations of the hits of a quarter of an hour that are still in the file, for one namespace
/// and outcome.
package struct DurationRow {
    /// The start of the quarter, in seconds since 1970-01-01T00:00:00Z.
    package let bucket: Int64
    package let namespace: Int64
    package let outcome: Int64
    private let bytes: [UInt8]
    private let database: Database

    fileprivate init(_ row: borrowing Statement, of database: Database) throws(RouteDBError) {
        bucket = try database.checked(row.int(at: 0), RollUps.buckets, "bucket")
        (namespace, outcome) = (row.int(at: 1), row.int(at: 2))
        bytes = row.bytes(at: 3)
        self.database = database
    }

    /// Adds the durations to a histogram.
    package func add(to histogram: inout DurationHistogram) throws(RouteDBError) {
        guard histogram.add(bytes: bytes) else {
            throw database.corrupt(
                "the durations of bucket \(bucket), namespace \(namespace) and outcome \(outcome)"
                    + " are no histogram")
        }
    }
}

// Roll-ups without routes, and those of durations.
extension HitsReader {
    /// Passes the roll-ups of all routes together to a closure, sorted by bucket, namespace and
    /// outcome; their route is 0.
    package func forEachTotal(
        _ buckets: ClosedRange<Int64>, onlySummed: Bool = false, _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        let sql: StaticString =
            onlySummed
            ? """
            SELECT bucket, namespace, 0, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup_total WHERE bucket BETWEEN ?1 AND ?2
                AND bucket NOT IN (SELECT bucket FROM unsummed_bucket)
            """
            : """
            SELECT bucket, namespace, 0, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup_total WHERE bucket BETWEEN ?1 AND ?2
            """
        let pruned = try PrunedBucketRecords(database: database).all(buckets)[...]
        try pass(sql, buckets, pruned: pruned, body)
    }

    /// The approximate number of rows that ``forEachTotal(_:_:)`` reads.
    package func estimatedTotalCount(_ buckets: ClosedRange<Int64>) throws(RouteDBError) -> Int {
        let rows = try database.number(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM rollup_total WHERE bucket BETWEEN ?1 AND ?2 LIMIT 1000000)
            """, buckets.lowerBound, buckets.upperBound)
        return Int(clamping: rows ?? 0)
    }

    /// The quarters of an hour whose durations are not summed up, in ascending order.
    package func unsummedBuckets(in buckets: ClosedRange<Int64>) throws(RouteDBError) -> [Int64] {
        try QuarterRecords(database: database).unsummed(in: buckets)
    }

    /// Passes the durations of all summed quarters of an hour in a range to a closure, sorted by
    /// bucket, namespace and outcome.
    package func forEachDuration(
        _ buckets: ClosedRange<Int64>, _ body: (DurationRow) throws -> Void
    ) throws(RouteDBError) {
        let sql: StaticString = """
            SELECT bucket, namespace, outcome, histogram FROM rollup_duration
            WHERE bucket BETWEEN ?1 AND ?2
            """
        try database.run(sql) { statement in
            try statement.bind(buckets.lowerBound, at: 1)
            try statement.bind(buckets.upperBound, at: 2)
            while try statement.step() { try body(DurationRow(statement, of: database)) }
        }
    }
}
