package import RouteDBDatabase
import RouteDBSQLite

extension HitsReader {
    /// The length of a roll-up's bucket, in seconds.
    package static let bucketSeconds = RollUps.bucketSeconds
    /// The length of a day, in seconds.
    package static let daySeconds = RollUps.daySeconds

    /// Passes the roll-ups of the buckets in a range to a closure, sorted by bucket, namespace,
    /// route and outcome.
    package func forEachRollUp(
        _ buckets: ClosedRange<Int64>, onlyPruned: Bool, _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        let sql: StaticString =
            onlyPruned
            ? """
            SELECT bucket, namespace, route, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup WHERE bucket BETWEEN ?1 AND ?2
                AND (pruned_hits > 0 OR bucket IN (SELECT bucket FROM pruned_bucket))
            """
            : """
            SELECT bucket, namespace, route, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup WHERE bucket BETWEEN ?1 AND ?2
            """
        let pruned = try PrunedBucketRecords(database: database).all(buckets)[...]
        try pass(sql, buckets, pruned: pruned, body)
    }

    /// Passes the roll-ups of a statement to a closure.
    func pass(
        _ sql: StaticString, _ buckets: ClosedRange<Int64>, pruned: ArraySlice<Int64>,
        _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        var pruned = pruned
        // The primary key makes SQLite return the rows sorted by bucket.
        try database.run(sql) { statement in
            try statement.bind(buckets.lowerBound, at: 1)
            try statement.bind(buckets.upperBound, at: 2)
            var weight: Int64 = 0
            while try statement.step() {
                let row = try RollUpRow(statement, pruned: &pruned, of: database)
                let (sum, overflow) = weight.addingReportingOverflow(row.weight)
                guard !overflow else {
                    throw database.corrupt("the sum of the weights of its roll-ups is too large")
                }
                weight = sum
                try body(row)
            }
        }
    }

    /// Passes the roll-ups of a range of buckets to a closure, those of whole days already summed
    /// up: their bucket is the beginning of the day.
    package func forEachDay(
        _ buckets: ClosedRange<Int64>, _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        guard let days = try days(in: buckets) else {
            return try forEachRollUp(buckets, onlyPruned: false, body)
        }
        if buckets.lowerBound < days.lowerBound {
            try forEachRollUp(
                buckets.lowerBound...days.lowerBound - RollUps.bucketSeconds, onlyPruned: false,
                body)
        }
        let sql: StaticString = """
            SELECT day, namespace, route, outcome, hits, weight, pruned_hits, pruned_weight
            FROM rollup_day WHERE day BETWEEN ?1 AND ?2
            """
        try pass(sql, days, pruned: [], body)
        let rest = days.upperBound + RollUps.daySeconds
        if rest <= buckets.upperBound {
            try forEachRollUp(rest...buckets.upperBound, onlyPruned: false, body)
        }
    }

    /// The days in a range of buckets that have sums of their own.
    private func days(in buckets: ClosedRange<Int64>) throws(RouteDBError) -> ClosedRange<Int64>? {
        guard let open = try DayRecords(database: database).open() else { return nil }
        let buckets = buckets.clamped(to: RollUps.buckets)
        let beginning = RollUps.day(of: buckets.lowerBound)
        let first = beginning == buckets.lowerBound ? beginning : beginning + RollUps.daySeconds
        let end = min(open, RollUps.day(of: buckets.upperBound + RollUps.bucketSeconds))
        return first < end ? first...end - RollUps.daySeconds : nil
    }

    /// The approximate number of rows that ``forEachDay(_:_:)`` reads.
    package func estimatedDayCount(_ buckets: ClosedRange<Int64>) throws(RouteDBError) -> Int {
        guard let days = try days(in: buckets) else { return try estimatedRollUpCount(buckets) }
        // The quarters before and behind the days are less than a day each.
        var rows =
            try database.number(
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM rollup_day WHERE day BETWEEN ?1 AND ?2 LIMIT 1000000)
                """, days.lowerBound, days.upperBound) ?? 0
        let rest = days.upperBound + RollUps.daySeconds
        if buckets.lowerBound < days.lowerBound {
            rows += Int64(
                try estimatedRollUpCount(
                    buckets.lowerBound...days.lowerBound - RollUps.bucketSeconds))
        }
        if rest <= buckets.upperBound {
            rows += Int64(try estimatedRollUpCount(rest...buckets.upperBound))
        }
        return Int(clamping: rows)
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
        /// The namespace and route that the hits are counted by.
        package struct Place: Hashable, Sendable {
            package let namespace: Int64
            package let route: Int64

            package init(namespace: Int64, route: Int64) {
                (self.namespace, self.route) = (namespace, route)
            }
        }

        package let place: Place
        /// The total weight of hits within the window.
        package var recent: Int64 = 0
        /// The total weight of all hits ever.
        package var ever: Int64 = 0
        /// The start of the day of the last hit, in seconds since 1970-01-01T00:00:00Z.
        package var lastDay = Int64.min

        // Only a damaged file can make the sums overflow; they are clamped then.
        fileprivate mutating func add(
            _ weight: Int64, at bucket: Int64, isRecent: Bool, isEver: Bool
        ) {
            lastDay = max(lastDay, RollUps.day(of: bucket))
            if isEver { ever = Self.sum(ever, weight) }
            if isRecent { recent = Self.sum(recent, weight) }
        }

        private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
            let (total, overflows) = left.addingReportingOverflow(right)
            return overflows ? .max : total
        }
    }

    /// The traffic of each route and namespace, from the roll-ups, which include pruned hits.
    ///
    /// - Complexity: O(*n*) in the number of roll-ups of days; no hit is read.
    package func traffic(
        since time: Int64
    ) throws(RouteDBError) -> (rows: [Traffic], firstBucket: Int64?) {
        let all = RollUps.buckets
        let start = RollUps.bucket(of: time)
        // The day in which the window begins is read as a whole for what was ever, and from the
        // beginning of the window on for what is recent.
        let next = RollUps.day(of: start) + RollUps.daySeconds
        let last = min(all.upperBound, next - RollUps.bucketSeconds)
        return try database.transaction(.deferred) {
            var traffic: [Traffic.Place: Traffic] = [:]
            try forEachDay(all.lowerBound...last) {
                Self.add($0, to: &traffic, isRecent: false, isEver: true)
            }
            try forEachDay(start...last) {
                Self.add($0, to: &traffic, isRecent: true, isEver: false)
            }
            if next <= all.upperBound {
                try forEachDay(next...all.upperBound) {
                    Self.add($0, to: &traffic, isRecent: true, isEver: true)
                }
            }
            let first = try database.number("SELECT min(bucket) FROM rollup WHERE hits > 0")
            return (Array(traffic.values), first)
        }
    }

    private static func add(
        _ row: RollUpRow, to traffic: inout [Traffic.Place: Traffic], isRecent: Bool, isEver: Bool
    ) {
        guard row.hits > 0 else { return }
        let place = Traffic.Place(namespace: row.namespace, route: row.route)
        traffic[place, default: Traffic(place: place)].add(
            row.weight, at: row.bucket, isRecent: isRecent, isEver: isEver)
    }
}
