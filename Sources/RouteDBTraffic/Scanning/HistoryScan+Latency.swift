import RouteDBDatabase
import RouteDBHistory

/// A tally of durations, to which roll-ups can be added as well as hits.
protocol DurationTally: HitTally {
    /// True if no quarter hour belongs to more than one part of the tally.
    var suitsRollUps: Bool { get }

    /// Adds the number of hits of a quarter hour.
    mutating func add(_ count: HitCount)

    /// Adds the durations of a quarter hour to their part; ``addPartsToTotal()`` must follow.
    mutating func add(_ row: DurationRow) throws(RouteDBError)

    /// Adds the parts to the total, which is quicker than to add each row to both.
    mutating func addPartsToTotal()
}

extension HistoryScan {
    /// Adds the durations of the selected hits to a tally, from the roll-ups of whole quarter hours
    /// if they are faster to read; pruned hits have no durations.
    func latency<Tally: DurationTally>(
        filter: AnalysisFilter, _ empty: (AnalysisFilter) -> Tally
    ) throws(RouteDBError) -> Tally {
        try reading { reader in
            var filter = filter
            var summed = empty(filter)
            if let whole = Quarters(filter.times).whole,
                RollUpSource.hasDurations(for: summed, filter, prefersRollUps: prefersRollUps)
            {
                filter.excludedTimes = Quarters.times(
                    of: whole, without: try reader.unsummedBuckets(in: whole))
                try add(whole, filter, reader, to: &summed)
            }
            var tally = try scan(reader, empty(filter), filter: filter, isOrdered: false)
            tally.merge(summed)
            return tally
        }
    }

    /// Adds the quarter hours that the filter excludes from the scan.
    private func add(
        _ quarters: ClosedRange<Int64>, _ filter: AnalysisFilter, _ reader: HitsReader,
        to tally: inout some DurationTally
    ) throws(RouteDBError) {
        var sum = tally
        try reader.forEachDuration(quarters) { row in
            guard filter.includes(row.bucket, row.namespace, row.outcome) else { return }
            try sum.add(row)
        }
        sum.addPartsToTotal()
        try reader.forEachTotal(quarters, onlySummed: true) { row in
            guard filter.includes(row.bucket, row.namespace, row.outcome) else { return }
            sum.add(row.remaining)
        }
        tally = sum
    }
}

extension AnalysisFilter {
    /// Returns whether the sums of a quarter hour, namespace and outcome are counted in place of their hits.
    func includes(_ bucket: Int64, _ namespace: Int64, _ outcome: Int64) -> Bool {
        excludedTimes.contains(bucket * 1_000_000)
            && accepts(namespace: namespace, route: 0, outcome: outcome)
    }
}

extension RollUpRow {
    /// The hits that are still in the file.
    var remaining: HitCount { HitCount(hits: hits - prunedHits, weight: weight - prunedWeight) }
}
