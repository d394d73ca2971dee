import RouteDBDatabase
import RouteDBSQLite

/// The tables of the sums that are made of the hits of a quarter of an hour once it is over, and of the quarters
/// without them.
///
/// - D3: `rollup_duration` has, for each quarter of an hour, the durations of its hits that are still in the
///   file, by namespace and outcome; but nothing of the quarters in `unsummed_bucket`, of which
///   reports read the hits. Of these, ``ValueRecords`` have nothing either.
///
/// A histogram is not updated: that would cost more than the rest of a small write, and the shortest
/// and the longest duration cannot be subtracted. Who changes the hits of a quarter lists it as
/// unsummed, and it is summed up from its hits when it is over, if that makes it quicker to read.
struct QuarterRecords {
    /// The average number of hits of a row from which on it is read faster than its hits.
    static let hitsPerRow: Int64 = 100
    /// How many times as many hits may be read as are summed up.
    ///
    /// Quarters whose hits are scattered over more segments are left unsummed.
    private static let scattering: Int64 = 4

    /// How many histograms are made at once: a few dozen megabytes.
    private static let rowsAtOnce: Int64 = 2_000
    /// How many hits are summed up at once, each of which may have a value of its own, unless one quarter has more.
    private static let hitsAtOnce: Int64 = 500_000

    /// A quarter of an hour, with the numbers of its rows and hits.
    private struct Quarter {
        let bucket: Int64
        let rows: Int64
        let hits: Int64
    }

    let database: Database

    /// Lists quarters as unsummed, given by their starts in seconds, in the transaction that changes their
    /// hits.
    func markUnsummed(_ buckets: Set<Int64>) throws(RouteDBError) {
        for bucket in buckets.sorted() {
            let isListed = try database.number(
                "SELECT 1 FROM unsummed_bucket WHERE bucket = ?1", bucket)
            guard isListed == nil else { continue }
            try database.run("INSERT INTO unsummed_bucket VALUES (?1)", bucket)
            try removeSums(of: bucket)
        }
    }

    /// Lists all quarters as unsummed, as when other sums are to be made.
    func markAllUnsummed() throws(RouteDBError) {
        try database.run(
            """
            INSERT OR IGNORE INTO unsummed_bucket
            SELECT DISTINCT bucket FROM rollup_total
            WHERE hits > pruned_hits AND bucket NOT IN (SELECT bucket FROM pruned_bucket)
            """)
        try database.run("DELETE FROM rollup_duration")
    }

    private func removeSums(of bucket: Int64) throws(RouteDBError) {
        try database.run("DELETE FROM rollup_duration WHERE bucket = ?1", bucket)
        try ValueRecords(database: database).remove(bucket)
    }

    /// Deletes what is known of quarters of which no hit is left.
    func removePruned(_ buckets: some Sequence<Int64>) throws(RouteDBError) {
        for bucket in buckets {
            try database.run("DELETE FROM unsummed_bucket WHERE bucket = ?1", bucket)
            try removeSums(of: bucket)
        }
    }

    /// The unsummed quarters of a range, in ascending order.
    func unsummed(in buckets: ClosedRange<Int64>) throws(RouteDBError) -> [Int64] {
        try database.buckets(
            "SELECT bucket FROM unsummed_bucket WHERE bucket BETWEEN ?1 AND ?2 ORDER BY bucket",
            buckets.lowerBound, buckets.upperBound)
    }

    /// Sums up the unsummed quarters of a range that have enough hits, and that are wanted by their
    /// start and number of hits.
    func sumUp(
        _ range: ClosedRange<Int64>, hitsPerRow: Int64, where isWanted: (Int64, Int64) -> Bool
    ) throws(RouteDBError) -> Int {
        let quarters = try worthwhile(range, hitsPerRow).filter { isWanted($0.bucket, $0.hits) }
        guard !quarters.isEmpty else { return 0 }
        let segments = try QuarterSums.segments(of: quarters.map(\.bucket), in: database)
        let read = segments.reduce(0) { $0 &+ $1.hits }
        let hits = quarters.reduce(0) { $0 &+ $1.hits }
        // A few segments are read in any case.
        guard (read - 4 * Int64(HitSegment.preferredSize)) / Self.scattering <= hits else {
            return 0
        }
        let values = ValueRecords(database: database)
        let parameters = try values.parameters()
        var bytes = 0
        for run in Self.runs(of: quarters) {
            let sums = try QuarterSums(of: run.map(\.bucket), parameters, in: database)
            bytes += try insert(sums.durations) + values.insert(sums.values)
            for quarter in run {
                try database.run("DELETE FROM unsummed_bucket WHERE bucket = ?1", quarter.bucket)
            }
        }
        return bytes
    }

    /// The unsummed quarters of a range that have enough hits, in ascending order.
    private func worthwhile(
        _ range: ClosedRange<Int64>, _ hitsPerRow: Int64
    ) throws(RouteDBError) -> [Quarter] {
        let sql: StaticString = """
            SELECT bucket, count(*), sum(hits - pruned_hits)
            FROM unsummed_bucket CROSS JOIN rollup_total USING (bucket)
            WHERE bucket BETWEEN ?1 AND ?2
            GROUP BY bucket HAVING sum(hits - pruned_hits) / count(*) >= ?3 ORDER BY bucket
            """
        return try database.run(sql) { statement in
            try statement.bind(range.lowerBound, at: 1)
            try statement.bind(range.upperBound, at: 2)
            try statement.bind(hitsPerRow, at: 3)
            var quarters: [Quarter] = []
            while try statement.step() {
                quarters.append(
                    Quarter(
                        bucket: try database.checked(
                            statement.int(at: 0), RollUps.buckets, "bucket"),
                        rows: statement.int(at: 1), hits: statement.int(at: 2)))
            }
            return quarters
        }
    }

    /// Divides quarters into runs whose sums fit in memory together.
    private static func runs(of quarters: [Quarter]) -> [ArraySlice<Quarter>] {
        var runs: [ArraySlice<Quarter>] = []
        var (start, rows, hits): (Int, Int64, Int64) = (0, 0, 0)
        for (index, quarter) in quarters.enumerated() {
            if index > start,
                rows &+ quarter.rows > rowsAtOnce || hits &+ quarter.hits > hitsAtOnce
            {
                runs.append(quarters[start..<index])
                (start, rows, hits) = (index, 0, 0)
            }
            rows &+= quarter.rows
            hits &+= quarter.hits
        }
        return start < quarters.count ? runs + [quarters[start...]] : runs
    }

    /// Passes the unsummed quarters of a range to a closure, the last day's first: ranges of at most a
    /// day's length.
    func forEachUnsummedDay(
        in range: ClosedRange<Int64>, _ body: (ClosedRange<Int64>) throws(RouteDBError) -> Void
    ) throws(RouteDBError) {
        var end = range.upperBound
        while let last = try database.number(
            "SELECT max(bucket) FROM unsummed_bucket WHERE bucket BETWEEN ?1 AND ?2",
            range.lowerBound, end)
        {
            // Only a damaged file has quarters for which the difference overflows.
            let length = RollUps.daySeconds - RollUps.bucketSeconds
            let (start, overflows) = last.subtractingReportingOverflow(length)
            let first = max(range.lowerBound, overflows ? .min : start)
            try body(first...last)
            guard first > range.lowerBound else { return }
            end = first - 1
        }
    }

    /// Inserts rows, and returns how many bytes they have.
    private func insert(_ sums: DurationSums) throws(RouteDBError) -> Int {
        try database.run("INSERT INTO rollup_duration VALUES (?1, ?2, ?3, ?4)") { statement in
            var size = 0
            for (key, histogram) in sums.sorted {
                let bytes = histogram.bytes
                size += bytes.count
                try statement.bind(key.bucket, at: 1)
                try statement.bind(key.namespace, at: 2)
                try statement.bind(key.outcome, at: 3)
                try statement.bind(bytes, at: 4)
                try statement.run()
            }
            return size
        }
    }
}

extension QuarterRecords {
    /// Passes the keys of rows that violate D3 to a closure, and those of rows that are missing; and to another the
    /// quarters and names of parameters that violate D4.
    func forEachWrong(
        _ body: (RollUps.Key) -> Void, values: (_ bucket: Int64, _ name: String) -> Void
    ) throws(RouteDBError) {
        let unsummed = Set(try unsummed(in: .min ... .max))
        let records = ValueRecords(database: database)
        let parameters = try records.parameters()
        for run in Self.runs(of: try knownQuarters()) {
            guard let first = run.first, let last = run.last else { continue }
            let summed = run.map(\.bucket).filter { !unsummed.contains($0) }
            let sums = try QuarterSums(of: summed, parameters, in: database)
            let made = Dictionary(
                uniqueKeysWithValues: sums.durations.sorted.map { ($0.key, $0.histogram.bytes) })
            let range = first.bucket...last.bucket
            let kept = try histograms(range)
            for key in Set(made.keys).union(kept.keys).sorted() where made[key] != kept[key] {
                body(key)
            }
            try records.forEachWrong(sums.values, in: range, values)
        }
    }

    /// The quarters that have rows, and those that have hits, in ascending order.
    private func knownQuarters() throws(RouteDBError) -> [Quarter] {
        let sql: StaticString = """
            SELECT bucket, max(count) FROM (
                SELECT bucket, count(*) AS count FROM rollup_duration GROUP BY bucket
                UNION ALL SELECT bucket, 1 FROM rollup_value
                UNION ALL SELECT bucket, 1 FROM crowded_value
                UNION ALL SELECT bucket, count(*) FROM rollup_total
                WHERE hits > pruned_hits AND bucket NOT IN (SELECT bucket FROM pruned_bucket)
                GROUP BY bucket)
            GROUP BY bucket ORDER BY bucket
            """
        return try database.run(sql) { statement in
            var quarters: [Quarter] = []
            while try statement.step() {
                quarters.append(
                    Quarter(bucket: statement.int(at: 0), rows: statement.int(at: 1), hits: 0))
            }
            return quarters
        }
    }

    private func histograms(
        _ buckets: ClosedRange<Int64>
    ) throws(RouteDBError) -> [RollUps.Key: [UInt8]] {
        let sql: StaticString = """
            SELECT bucket, namespace, outcome, histogram FROM rollup_duration
            WHERE bucket BETWEEN ?1 AND ?2
            """
        return try database.run(sql) { statement in
            try statement.bind(buckets.lowerBound, at: 1)
            try statement.bind(buckets.upperBound, at: 2)
            var histograms: [RollUps.Key: [UInt8]] = [:]
            while try statement.step() {
                let key = RollUps.Key(
                    bucket: statement.int(at: 0), namespace: statement.int(at: 1), route: 0,
                    outcome: statement.int(at: 2))
                histograms[key] = statement.bytes(at: 3)
            }
            return histograms
        }
    }
}
