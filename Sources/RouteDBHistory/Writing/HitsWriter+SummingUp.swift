package import RouteDBDatabase

/// Which quarters of an hour a writer sums up: those that are over by the times of
/// the hits in the history, whoever wrote them.
package struct QuarterSumming {
    /// The average number of hits of a namespace and outcome from which on a quarter is summed up; tests
    /// use smaller numbers.
    package var hitsPerRow = QuarterRecords.hitsPerRow
    /// The quarter of the latest hit that this writer wrote.
    private var newest: Int64?
    /// The numbers of hits of each quarter that were written since ``takeWritten()``.
    private var written: [Int64: Int64] = [:]

    init() {}

    /// The quarters to sum up after a commit, or `nil` unless it had the first hit of a quarter that is
    /// later than any that the writer wrote before: those of the day before, but for the newest two.
    ///
    /// So each new quarter lets one writer sum up, however many processes write one after the other. The
    /// quarter before the newest one is left too, since other processes may still have hits of it.
    mutating func next(after commit: HitsWriter.Written) -> ClosedRange<Int64>? {
        guard let last = commit.quarters.keys.max() else { return nil }
        written.merge(commit.quarters, uniquingKeysWith: +)
        let before = newest
        newest = max(before ?? last, last)
        // Not whenever the quarter changes: hits in no order of time would be read again and again.
        guard commit.beginsQuarter, before.map({ last > $0 }) ?? true else { return nil }
        let end = last - 2 * RollUps.bucketSeconds
        return end - (RollUps.daySeconds - RollUps.bucketSeconds)...end
    }

    /// The numbers of hits of each quarter that were written since the last call.
    mutating func takeWritten() -> [Int64: Int64] {
        defer { written = [:] }
        return written
    }
}

// Each sum is in a transaction of its own, after those of the hits: a failure after a write is ignored, since
// reports then read the hits.
extension HitsWriter {
    /// Sums up the quarters of an hour that are over.
    func sumUpQuarters(after written: Written) -> Int {
        guard let quarters = summing.next(after: written) else { return 0 }
        return (try? sumUp(quarters)) ?? 0
    }

    /// Sums up the quarters of an hour of which at least half of the hits were written
    /// since the last call, as at the end of an import.
    ///
    /// So however many processes add to a quarter, a hit is read a few times at most.
    package func sumUpWritten() {
        let written = summing.takeWritten()
        guard let first = written.keys.min(), let last = written.keys.max() else { return }
        var bytes = 0
        try? QuarterRecords(database: database).forEachUnsummedDay(in: first...last) {
            day throws(RouteDBError) in
            bytes += try sumUp(day) { bucket, hits in hits / 2 <= written[bucket] ?? 0 }
        }
        copyLogIfDue(adding: bytes)
    }

    /// Sums up the values of these parameters from now on, in place of others, and anew what is in the file.
    ///
    /// A failure after the parameters were replaced leaves quarters unsummed, of which reports read the hits.
    ///
    /// - Complexity: Reads all hits once.
    package func sumUp(parameters names: [String]) throws(RouteDBError) {
        _ = try commit { () throws(RouteDBError) in
            try ValueRecords(database: database).replaceParameters(by: names)
            try QuarterRecords(database: database).markAllUnsummed()
            return 0
        }
        try sumUpAll()
    }

    /// Sums up all quarters of an hour, so that reports need not read the hits.
    func sumUpAll() throws(RouteDBError) {
        try QuarterRecords(database: database).forEachUnsummedDay(in: .min ... .max) {
            day throws(RouteDBError) in
            copyLogIfDue(adding: try sumUp(day))
        }
    }

    private func sumUp(
        _ quarters: ClosedRange<Int64>, where isWanted: (Int64, Int64) -> Bool = { _, _ in true }
    ) throws(RouteDBError) -> Int {
        try commit { () throws(RouteDBError) in
            try QuarterRecords(database: database).sumUp(
                quarters, hitsPerRow: summing.hitsPerRow, where: isWanted)
        }
    }
}
