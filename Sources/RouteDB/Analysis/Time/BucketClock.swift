import RouteDBRouting
import RouteDBStorage

/// The buckets of a window of time, as the clocks of a zone cut it.
///
/// A bucket begins where the clocks show a multiple of its length, counted from a midnight, a
/// Monday or the first day of a month; and, for lengths that divide neither, from 1970-01-01. Where
/// clocks are put back by as much as a bucket or more, the hours that come twice are buckets of
/// their own; a longer bucket is as much longer, or shorter where clocks are put forward.
struct BucketClock: Sendable {
    /// The most buckets unless others are asked for.
    static let limit = 100_000

    let bucket: TimeBucket
    let zone: ZoneRules
    /// The beginnings, in microseconds, rising; the first one may be before the window.
    let starts: [Int64]
    /// The end of the last bucket.
    let end: Int64

    /// Cuts a window.
    ///
    /// - Parameters:
    ///   - window: The times, in microseconds.
    ///   - bucket: How long a bucket is.
    ///   - zone: Whose clocks.
    ///   - limit: The most buckets.
    /// - Throws: `invalidValue` if there were more buckets than that.
    init(
        _ window: ClosedRange<Int64>, bucket: TimeBucket, zone: ZoneRules,
        limit: Int = BucketClock.limit
    ) throws(RouteDBError) {
        self.bucket = bucket
        self.zone = zone
        let first = window.lowerBound.flooringDivision(by: 1_000_000).quotient
        let last = window.upperBound.flooringDivision(by: 1_000_000).quotient
        // What no calendar has is no window of anybody's.
        let years: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
        guard years.contains(first), years.contains(last) else {
            throw RouteDBError(
                .invalidValue,
                "The window from \(Timestamp(microseconds: window.lowerBound)) "
                    + "has no days.", hint: "Give a '--since' and an '--until'.")
        }
        var start = zone.seconds(ofLocal: bucket.floor(zone.local(at: first)))
        if start > first { start = first }
        var next = Self.next(behind: start, bucket, zone)
        while next <= first {
            start = next
            next = Self.next(behind: start, bucket, zone)
        }
        var starts = [start * 1_000_000]
        while next <= last {
            guard starts.count < limit else {
                throw RouteDBError(
                    .invalidValue,
                    "The window has more than \(limit) buckets of \(bucket).",
                    hint: "Use longer buckets, or a shorter window.")
            }
            starts.append(next * 1_000_000)
            next = Self.next(behind: next, bucket, zone)
        }
        self.starts = starts
        end = next * 1_000_000
    }

    /// The beginning of the bucket behind the one that a time is in, in seconds.
    private static func next(behind time: Int64, _ bucket: TimeBucket, _ zone: ZoneRules) -> Int64 {
        let offset = Int64(zone.offset(at: time))
        let wanted = bucket.next(behind: time + offset)
        let plain = wanted - offset
        guard !bucket.isBeginning(zone.local(at: plain)) else { return plain }
        // The clocks were changed in between.
        let shifted = wanted - Int64(zone.offset(at: plain))
        let isBeginning = shifted > time && bucket.isBeginning(zone.local(at: shifted))
        return isBeginning ? shifted : plain
    }

    /// The number of the bucket that a time is in; times beside the window are in the nearest one.
    ///
    /// - Complexity: O(log *n*) in the number of buckets.
    func index(of time: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// When a bucket ends.
    func end(of index: Int) -> Int64 { index + 1 < starts.count ? starts[index + 1] : end }

    /// Whether no quarter of an hour lies in two buckets.
    var suitsRollUps: Bool {
        let length = HitsReader.bucketSeconds * 1_000_000
        return starts.allSatisfy { $0 % length == 0 } && end % length == 0
    }

    /// What the zone's clocks show when a bucket begins.
    func label(of index: Int) -> String {
        let seconds = starts[index].flooringDivision(by: 1_000_000).quotient
        return zone.text(at: seconds, daysOnly: bucket.isOfDays)
    }
}

extension ZoneRules {
    /// What the clocks show, as `2026-01-31T09:30:00+01:00`, or only the date.
    func text(at seconds: Int64, daysOnly: Bool) -> String {
        let offset = Int64(self.offset(at: seconds))
        let local = Timestamp.text(ofSeconds: local(at: seconds))
        if daysOnly { return String(local.prefix(10)) }
        guard offset != 0 else { return local }
        let minutes = offset.magnitude / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(local.dropLast())\(offset < 0 ? "-" : "+")\(parts.joined(separator: ":"))"
    }
}
