import RouteDBDatabase
import RouteDBSQLite

/// The durations of the hits of some quarters of an hour, by quarter, namespace and outcome.
struct DurationSums {
    /// The quarters to sum up.
    private let buckets: Set<Int64>
    private var keys: [RollUps.Key] = []
    /// Parallel to the keys.
    private var histograms: [DurationHistogram] = []
    private var places: [RollUps.Key: Int] = [:]
    /// The places of one quarter's small namespaces and outcomes, which most are; -1 for none.
    ///
    /// This avoids the keyed hashing of the dictionary.
    private var recent = [Int](repeating: -1, count: 64)
    private var recentBucket = Int64.min
    private var columns = Columns()

    /// The numbers of a segment, whose memory is reused for the next one.
    private struct Columns {
        var times: [Int64] = []
        var namespaces: [Int64] = []
        var outcomes: [Int64] = []
        var durations: [Int64] = []
        var weights: [Int64] = []

        mutating func read(_ segment: HitSegment) {
            segment.read(.time, into: &times)
            segment.read(.namespace, into: &namespaces)
            segment.read(.outcome, into: &outcomes)
            segment.read(.duration, into: &durations)
            segment.read(.weight, into: &weights)
        }
    }

    /// Sums up hits that are in the file.
    init(of buckets: [Int64], in database: Database) throws(RouteDBError) {
        self.buckets = Set(buckets)
        let records = SegmentRecords(database: database)
        for segment in try Self.segments(of: buckets, in: database) {
            try records.read(segment.id, texts: .none) { add($0) }
        }
        guard let first = buckets.first, let last = buckets.last else { return }
        try addTail(RollUps.times(of: first...last), database)
    }

    /// The segments that may have hits of some quarters, which are in ascending order.
    static func segments(
        of buckets: [Int64], in database: Database
    ) throws(RouteDBError) -> [SegmentEntry] {
        guard let first = buckets.first, let last = buckets.last else { return [] }
        let times = RollUps.times(of: first...last)
        let sql: StaticString = """
            SELECT id, hits, first_time, last_time FROM segment INDEXED BY segment_time
            WHERE last_time >= ?1 AND first_time <= ?2
            """
        return try database.run(sql) { statement in
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
            var segments: [SegmentEntry] = []
            while try statement.step() {
                let segment = try SegmentEntry(statement, of: database)
                if hasAny(of: buckets, segment) { segments.append(segment) }
            }
            return segments
        }
    }

    /// Returns whether one of the quarters lies between the first and the last hit of a segment.
    private static func hasAny(of buckets: [Int64], _ segment: SegmentEntry) -> Bool {
        let first = RollUps.bucket(of: segment.firstTime)
        var (low, high) = (0, buckets.count)
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle] < first { low = middle + 1 } else { high = middle }
        }
        return low < buckets.count && buckets[low] <= RollUps.bucket(of: segment.lastTime)
    }

    /// The histograms that are not empty, in the order of their keys.
    var sorted: [(key: RollUps.Key, histogram: DurationHistogram)] {
        zip(keys, histograms).filter { $1.count > 0 }.sorted { $0.0 < $1.0 }.map {
            (key: $0.0, histogram: $0.1)
        }
    }

    private mutating func add(_ segment: HitSegment) {
        columns.read(segment)
        let columns = columns
        let (times, namespaces) = (columns.times.span, columns.namespaces.span)
        let (outcomes, durations) = (columns.outcomes.span, columns.durations.span)
        let weights = columns.weights.span
        var (bucket, isWanted) = (RollUps.buckets.lowerBound, false)
        let length = UInt64(RollUps.bucketSeconds * 1_000_000)
        for index in times.indices {
            // Consecutive hits mostly fall into the same bucket.
            if index == 0 || UInt64(bitPattern: times[index] &- bucket &* 1_000_000) >= length {
                bucket = RollUps.bucket(of: times[index])
                isWanted = buckets.contains(bucket)
            }
            guard isWanted, durations[index] >= 0 else { continue }
            let key = RollUps.Key(
                bucket: bucket, namespace: namespaces[index], route: 0, outcome: outcomes[index])
            histograms[place(of: key)].add(durations[index], weight: weights[index])
        }
    }

    private mutating func addTail(
        _ times: ClosedRange<Int64>, _ database: Database
    ) throws(RouteDBError) {
        let sql: StaticString = """
            SELECT time, namespace, outcome, duration, weight FROM tail
            WHERE time BETWEEN ?1 AND ?2 AND duration >= 0
            """
        var sums = self
        try database.run(sql) { statement in
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
            while try statement.step() {
                let key = RollUps.Key(
                    bucket: RollUps.bucket(of: statement.int(at: 0)),
                    namespace: statement.int(at: 1), route: 0, outcome: statement.int(at: 2))
                guard sums.buckets.contains(key.bucket) else { continue }
                let weight = try database.checked(
                    statement.int(at: 4), HitNumber.weight.range, "weight")
                sums.histograms[sums.place(of: key)].add(statement.int(at: 3), weight: weight)
            }
        }
        self = sums
    }

    /// The index of a key, which is added if necessary.
    @inline(__always)
    private mutating func place(of key: RollUps.Key) -> Int {
        guard UInt64(bitPattern: key.namespace | key.outcome) < 8 else {
            return placeInAll(of: key)
        }
        if key.bucket != recentBucket {
            recentBucket = key.bucket
            for slot in recent.indices { recent[slot] = -1 }
        }
        let slot = Int(truncatingIfNeeded: key.namespace << 3 | key.outcome)
        if recent[slot] < 0 { recent[slot] = placeInAll(of: key) }
        return recent[slot]
    }

    private mutating func placeInAll(of key: RollUps.Key) -> Int {
        if let place = places[key] { return place }
        let place = keys.count
        places[key] = place
        keys.append(key)
        histograms.append(DurationHistogram())
        return place
    }
}
