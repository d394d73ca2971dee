import RouteDBDatabase

/// Which quarters of an hour a writer sums up the durations of: those that are over by the times of
/// the hits that it writes itself.
package struct DurationSumming {
    /// The average number of hits of a namespace and outcome from which on a quarter is summed up; tests
    /// use smaller numbers.
    package var hitsPerRow = DurationRecords.hitsPerRow
    /// The quarter of the latest hit.
    private var newest: Int64?
    /// The quarters from the earliest to the latest hit since ``takeWritten()``.
    private var written: ClosedRange<Int64>?

    init() {}

    /// The quarters to sum up after a commit, or `nil` unless it had hits of a later quarter than any
    /// commit before: those of the day before, but for the newest two.
    ///
    /// The quarter before the newest one is left too, since other processes may still have hits of it.
    /// The first commit is before no other: who writes only once sums up nothing.
    mutating func next(after batch: HitBatch) -> ClosedRange<Int64>? {
        guard !batch.isEmpty else { return nil }
        let times = batch.stored(.time)
        // By a span, since the extremes of a slice take longer to find.
        let span = times.span
        var (earliest, latest) = (Int64.max, Int64.min)
        for index in span.indices {
            earliest = min(earliest, span[index])
            latest = max(latest, span[index])
        }
        let (first, last) = (RollUps.bucket(of: earliest), RollUps.bucket(of: latest))
        written =
            written.map { min($0.lowerBound, first)...max($0.upperBound, last) } ?? first...last
        let before = newest
        newest = max(before ?? last, last)
        // Not whenever the quarter changes: hits in no order of time would be read again and again.
        guard let before, last > before else { return nil }
        let end = last - 2 * RollUps.bucketSeconds
        return end - (RollUps.daySeconds - RollUps.bucketSeconds)...end
    }

    /// The quarters from the earliest to the latest hit since the last call, or `nil` without hits.
    mutating func takeWritten() -> ClosedRange<Int64>? {
        defer { written = nil }
        return written
    }
}

// Each sum is in a transaction of its own, after those of the hits: a failure is ignored, since reports
// then read the hits.
extension HitsWriter {
    /// Sums up the durations of quarters of an hour that are over.
    func sumUpDurations(after batch: HitBatch) -> Int {
        guard let quarters = summing.next(after: batch) else { return 0 }
        return (try? sumUp(quarters)) ?? 0
    }

    /// Sums up the durations of all quarters of an hour between the earliest and the latest hit that
    /// was written since the last call, as at the end of an import.
    package func sumUpWritten() {
        guard let written = summing.takeWritten() else { return }
        var bytes = 0
        try? DurationRecords(database: database).forEachUnsummedDay(in: written) {
            day throws(RouteDBError) in
            bytes += try sumUp(day)
        }
        copyLogIfDue(adding: bytes)
    }

    private func sumUp(_ quarters: ClosedRange<Int64>) throws(RouteDBError) -> Int {
        try commit { () throws(RouteDBError) in
            try DurationRecords(database: database).sumUp(
                quarters, hitsPerRow: summing.hitsPerRow)
        }
    }
}
