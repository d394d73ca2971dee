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
