package import RouteDBDatabase
import RouteDBSQLite

extension HitsReader {
    /// The length of a roll-up's bucket, in seconds.
    package static let bucketSeconds = RollUps.bucketSeconds

    /// Passes the roll-ups of the buckets in a range to a closure, sorted by bucket, namespace,
    /// route and outcome.
    ///
    /// - Parameters:
    ///   - buckets: The starts of the buckets, in seconds since 1970-01-01T00:00:00Z.
    ///   - onlyPruned: Whether to pass only roll-ups with pruned hits.
    ///   - body: Called with each roll-up.
    /// - Throws: `corrupt`, `busy`, `storageFailure`.
    package func forEachRollUp(
        _ buckets: ClosedRange<Int64>, onlyPruned: Bool, _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        let sql: StaticString =
            onlyPruned
            ? """
            SELECT bucket, namespace, route, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup WHERE bucket BETWEEN ?1 AND ?2 AND pruned_hits > 0
            """
            : """
            SELECT bucket, namespace, route, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup WHERE bucket BETWEEN ?1 AND ?2
            """
        try database.run(sql) { statement in
            try statement.bind(buckets.lowerBound, at: 1)
            try statement.bind(buckets.upperBound, at: 2)
            var weight: Int64 = 0
            while try statement.step() {
                let row = try RollUpRow(statement, of: database)
                let (sum, overflow) = weight.addingReportingOverflow(row.weight)
                guard !overflow else {
                    throw database.corrupt("the sum of the weights of its roll-ups is too large")
                }
                weight = sum
                try body(row)
            }
        }
    }

    /// The approximate number of roll-ups in a range, estimated from a few of its buckets.
    package func estimatedRollUpCount(_ buckets: ClosedRange<Int64>) throws(RouteDBError) -> Int {
        let first = try database.number(
            "SELECT min(bucket) FROM rollup WHERE bucket BETWEEN ?1 AND ?2",
            buckets.lowerBound, buckets.upperBound)
        let last = try database.number(
            "SELECT max(bucket) FROM rollup WHERE bucket BETWEEN ?1 AND ?2",
            buckets.lowerBound, buckets.upperBound)
        guard let first, let last else { return 0 }
        let length = RollUps.bucketSeconds
        let count = last.subtractingReportingOverflow(first).partialValue / length + 1
        guard count > 0 else { return .max }
        let samples = min(count, 16)
        var rows: Int64 = 0
        for sample in 0..<samples {
            let bucket = first + sample * (count / samples) * length
            rows +=
                try database.number("SELECT count(*) FROM rollup WHERE bucket = ?1", bucket) ?? 0
        }
        return Int(
            clamping: (rows + 1).multipliedReportingOverflow(by: count / samples).partialValue)
    }

    /// The last bucket in which each route had hits, by route, in seconds since
    /// 1970-01-01T00:00:00Z.
    package func lastBuckets() throws(RouteDBError) -> [Int64: Int64] {
        let sql: StaticString =
            "SELECT route, max(bucket) FROM rollup WHERE route <> 0 AND hits > 0 GROUP BY route"
        return try database.run(sql) { statement in
            var last: [Int64: Int64] = [:]
            while try statement.step() {
                last[statement.int(at: 0)] = try database.checked(
                    statement.int(at: 1), RollUps.buckets, "bucket")
            }
            return last
        }
    }
}

extension HitsReader {
    /// The traffic of a route or namespace; an unknown route or namespace has the id 0.
    package struct Traffic: Hashable, Sendable {
        package let namespace: Int64
        package let route: Int64
        /// The total weight of hits within the window.
        package let recent: Int64
        /// The total weight of all hits ever.
        package let ever: Int64
        /// The start of the first bucket with hits, in seconds.
        package let firstBucket: Int64
    }

    /// The traffic of each route and namespace, from the roll-ups, which include pruned hits.
    ///
    /// - Parameter time: The start of the window, in microseconds since 1970-01-01T00:00:00Z; the
    ///   window begins with the 15-minute bucket that contains it.
    /// - Returns: The totals of each namespace and route that ever had hits.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    /// - Complexity: O(*n*) in the number of roll-ups; no hit is read.
    package func traffic(since time: Int64) throws(RouteDBError) -> [Traffic] {
        let select: StaticString = """
            SELECT namespace, route, coalesce(sum(weight) FILTER (WHERE bucket >= ?1), 0), sum(weight),
                min(bucket), min(weight)
            FROM rollup WHERE hits > 0 GROUP BY namespace, route
            """
        return try database.run(select) { statement in
            try statement.bind(RollUps.bucket(of: time), at: 1)
            var traffic: [Traffic] = []
            while try statement.step() {
                _ = try database.checked(statement.int(at: 5), 0 ... .max, "weight")
                traffic.append(
                    Traffic(
                        namespace: statement.int(at: 0), route: statement.int(at: 1),
                        recent: statement.int(at: 2), ever: statement.int(at: 3),
                        firstBucket: statement.int(at: 4)))
            }
            return traffic
        }
    }
}
