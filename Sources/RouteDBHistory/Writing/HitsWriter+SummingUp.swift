import RouteDBDatabase

/// Which quarters of an hour a writer sums up the durations of: those that are over by the times of
/// the hits that it writes itself.
package struct DurationSumming {
    /// The average number of hits of a namespace and outcome from which on a quarter is summed up; tests
    /// use smaller numbers.
    package var hitsPerRow = DurationRecords.hitsPerRow
    private var newest: Int64?

    init() {}

    /// The quarters to sum up after a commit, if the first hits of a quarter were written: those of a
    /// day's length that are over.
    ///
    /// The quarter before the newest one is left too, since other processes may still have hits of it.
    mutating func next(after batch: HitBatch) -> ClosedRange<Int64>? {
        guard !batch.isEmpty else { return nil }
        let times = batch.stored(.time)
        // By a span, since the maximum of a slice takes longer.
        let span = times.span
        var latest = Int64.min
        for index in span.indices { latest = max(latest, span[index]) }
        let bucket = RollUps.bucket(of: latest)
        // Not whenever the quarter changes: hits in no order of time would be read again and again.
        guard newest.map({ bucket > $0 }) ?? true else { return nil }
        newest = bucket
        let last = bucket - 2 * RollUps.bucketSeconds
        return last - (RollUps.daySeconds - RollUps.bucketSeconds)...last
    }
}

extension HitsWriter {
    /// Sums up the durations of quarters of an hour that are over, in a transaction of its own.
    ///
    /// The hits are already committed, so a failure is ignored; the next quarter tries again.
    ///
    /// - Returns: How many bytes were written.
    func sumUpDurations(after batch: HitBatch) -> Int {
        guard let quarters = summing.next(after: batch) else { return 0 }
        let bytes = try? commit { () throws(RouteDBError) in
            try DurationRecords(database: database).sumUp(
                quarters, hitsPerRow: summing.hitsPerRow)
        }
        return bytes ?? 0
    }
}
