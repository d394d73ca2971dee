import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// The buckets of a window of time, aligned to the local time of a zone.
///
/// A bucket starts when the local time is a multiple of its length, counted from midnight, from a
/// Monday, or from the first day of a month; lengths that do not divide a day, such as 7 hours, are
/// counted from 1970-01-01. When clocks are set back by at least the length of a bucket, the
/// repeated hours are separate buckets. A longer bucket becomes longer when clocks are set back,
/// and shorter when they are set forward.
struct BucketClock: Sendable {
    /// The default limit of the number of buckets.
    static let limit = 100_000

    let bucket: TimeBucket
    let zone: ZoneRules
    /// The starts of the buckets, in microseconds, in ascending order; the first may be before the
    /// window.
    let starts: [Int64]
    /// The end of the last bucket, in microseconds.
    let end: Int64

    /// Divides a window into buckets.
    init(
        _ window: ClosedRange<Int64>, bucket: TimeBucket, zone: ZoneRules,
        limit: Int = BucketClock.limit
    ) throws(RouteDBError) {
        self.bucket = bucket
        self.zone = zone
        let first = window.lowerBound.flooringDivision(by: 1_000_000).quotient
        let last = window.upperBound.flooringDivision(by: 1_000_000).quotient
        // Only the years 1 to 9999, which can be written as dates.
        let years: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
        guard years.contains(first), years.contains(last) else {
            throw RouteDBError(
                .invalidValue,
                "The window from \(Timestamp(microseconds: window.lowerBound)) "
                    + "is outside the years 1 to 9999.",
                hint: "Choose a window with '--since' and '--until'.")
        }
        var start = zone.seconds(ofLocal: bucket.floor(zone.local(at: first)))
        if start > first { start = first }
        var next = Self.next(after: start, bucket, zone)
        while next <= first {
            start = next
            next = Self.next(after: start, bucket, zone)
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
            next = Self.next(after: next, bucket, zone)
        }
        self.starts = starts
        end = next * 1_000_000
    }

    /// Returns the start of the bucket after the one that contains a time, in seconds.
    private static func next(after time: Int64, _ bucket: TimeBucket, _ zone: ZoneRules) -> Int64 {
        let offset = Int64(zone.offset(at: time))
        let wanted = bucket.next(after: time + offset)
        let plain = wanted - offset
        guard !bucket.isBeginning(zone.local(at: plain)) else { return plain }
        // The clocks are changed in between.
        let shifted = wanted - Int64(zone.offset(at: plain))
        let isBeginning = shifted > time && bucket.isBeginning(zone.local(at: shifted))
        return isBeginning ? shifted : plain
    }

    /// Returns the index of the bucket that contains a time, or of the nearest one for a time
    /// outside the window.
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

    /// Returns the end of a bucket, in microseconds.
    func end(of index: Int) -> Int64 { index + 1 < starts.count ? starts[index + 1] : end }

    /// Returns whether the starts of buckets are multiples of a length, so that nothing of that length, such
    /// as a quarter hour, belongs to more than one.
    func suits(seconds: Int64) -> Bool {
        let length = seconds * 1_000_000
        return starts.allSatisfy { $0 % length == 0 } && end % length == 0
    }

    /// Returns the local time at the start of a bucket, as text.
    func label(of index: Int) -> String {
        let seconds = starts[index].flooringDivision(by: 1_000_000).quotient
        return zone.text(at: seconds, daysOnly: bucket.isOfDays)
    }
}

extension ZoneRules {
    /// Returns the local time as text, such as `2026-01-31T09:30:00+01:00`, or only the date.
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
