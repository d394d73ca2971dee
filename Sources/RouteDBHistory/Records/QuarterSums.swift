import RouteDBDatabase
import RouteDBSQLite

/// The sums of the hits of some quarters of an hour that are still in the file: how long they took, and how many
/// had which values.
struct QuarterSums {
    private(set) var durations: DurationSums
    private(set) var values: ValueSums

    /// Sums up the hits of quarters that are given in ascending order.
    init(
        of buckets: [Int64], _ parameters: [SummedParameter], in database: Database
    ) throws(RouteDBError) {
        durations = DurationSums(of: Set(buckets))
        values = ValueSums(of: Set(buckets), parameters)
        guard let first = buckets.first, let last = buckets.last else { return }
        let texts: TextSelection = parameters.isEmpty ? .none : .urls
        let records = SegmentRecords(database: database)
        for segment in try Self.segments(of: buckets, in: database) {
            try records.read(segment.id, texts: texts) { try add($0) }
        }
        var sums = self
        try TailRecords(database: database).read(RollUps.times(of: first...last)) { tail in
            try sums.add(tail)
        }
        self = sums
    }

    private mutating func add(_ segment: HitSegment) throws {
        durations.add(segment)
        try values.add(segment)
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
}
