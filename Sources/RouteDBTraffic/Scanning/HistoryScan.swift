import RouteDBDatabase
import RouteDBHistory

/// Scans a history to fill tallies, using two connections on two threads for long scans.
///
/// Both connections read the same snapshot, and tallies do not depend on the order of segments, so
/// that the result is the same as with one connection.
struct HistoryScan: Sendable {
    let path: String
    var busyTimeout: Duration = .seconds(5)
    /// The minimum number of hits for each of two connections; tests use smaller numbers.
    var minimumHitsPerPart: Int64 = 200_000
    /// True to read roll-ups instead of hits where possible, or `nil` to do so where it is faster.
    var prefersRollUps: Bool?

    /// Adds the selected hits to a tally.
    func run<Tally: HitTally>(
        _ empty: Tally, filter: AnalysisFilter, isOrdered: Bool = false
    ) throws(RouteDBError) -> Tally {
        try reading { reader in
            try scan(reader, empty, filter: filter, isOrdered: isOrdered)
        }
    }

    /// Adds the selected hits to a tally, or the roll-ups of whole quarter hours if they are faster
    /// to read.
    ///
    /// Pruned hits are added from the roll-ups of the quarter hours that start in the window.
    func count<Tally: CountingTally>(
        filter: AnalysisFilter, _ empty: (AnalysisFilter) -> Tally
    ) throws(RouteDBError) -> (tally: Tally, pruned: HitCount) {
        try reading { reader in
            let quarters = Quarters(filter.times)
            var filter = filter
            var tally = empty(filter)
            var pruned = HitCount()
            if let whole = quarters.whole,
                let source = try RollUpSource.fastest(
                    for: tally, filter, whole, reader, prefersRollUps: prefersRollUps)
            {
                filter.excludedTimes.append(Quarters.times(of: whole))
                tally = try scan(reader, empty(filter), filter: filter, isOrdered: false)
                try source.forEach(whole, reader) { row in
                    guard row.isAccepted(by: filter) else { return }
                    tally.add(row, HitCount(hits: row.hits, weight: row.weight))
                    pruned += row.pruned
                }
                if let rest = quarters.after(whole) {
                    pruned += try addPruned(rest, filter, reader, to: &tally)
                }
            } else {
                tally = try scan(reader, tally, filter: filter, isOrdered: false)
                if let beginning = quarters.beginning, try reader.hasPruned() {
                    pruned += try addPruned(beginning, filter, reader, to: &tally)
                }
            }
            return (tally, pruned)
        }
    }

    /// Counts the pruned hits that a filter accepts.
    func pruned(filter: AnalysisFilter) throws(RouteDBError) -> HitCount {
        guard let quarters = Quarters(filter.times).beginning else { return HitCount() }
        return try reading { reader in
            guard try reader.hasPruned() else { return HitCount() }
            var pruned = HitCount()
            let add = { (row: RollUpRow) in
                if row.isAccepted(by: filter) { pruned += row.pruned }
            }
            if filter.routes == nil {
                try reader.forEachTotal(quarters, add)
            } else {
                try reader.forEachRollUp(quarters, onlyPruned: true, add)
            }
            return pruned
        }
    }

    /// Returns the first and the last time of the history, or `nil` if it is empty.
    func times() throws(RouteDBError) -> ClosedRange<Int64>? {
        try HitsReader(path: path, busyTimeout: busyTimeout).times()
    }

    /// Returns the start of the quarter hour of each route's last hit, in seconds, by route.
    func lastBuckets() throws(RouteDBError) -> [Int64: Int64] {
        try HitsReader(path: path, busyTimeout: busyTimeout).lastBuckets()
    }

    // MARK: Parts

    func reading<Result>(
        _ body: (HitsReader) throws -> Result
    ) throws(RouteDBError) -> Result {
        let reader = try HitsReader(path: path, busyTimeout: busyTimeout)
        return try reader.atOneMoment { try body(reader) }
    }

    private func addPruned<Tally: CountingTally>(
        _ quarters: ClosedRange<Int64>, _ filter: AnalysisFilter, _ reader: HitsReader,
        to tally: inout Tally
    ) throws(RouteDBError) -> HitCount {
        var pruned = HitCount()
        var sum = tally
        let add = { (row: RollUpRow) in
            guard filter.suitsRollUps else {
                if row.isAccepted(by: filter) || filter.regrouping != nil { pruned += row.pruned }
                return
            }
            guard row.prunedHits > 0, row.isAccepted(by: filter) else { return }
            sum.add(row, row.pruned)
            pruned += row.pruned
        }
        if RollUpSource.hasTotals(for: tally, filter) {
            try reader.forEachTotal(quarters, add)
        } else {
            try reader.forEachRollUp(quarters, onlyPruned: true, add)
        }
        tally = sum
        return pruned
    }

    func scan<Tally: HitTally>(
        _ reader: HitsReader, _ empty: Tally, filter: AnalysisFilter, isOrdered: Bool
    ) throws(RouteDBError) -> Tally {
        let entries = try reader.segments(filter.times).filter { entry in
            !filter.excludedTimes.cover(entry.firstTime...entry.lastTime)
        }
        var tally = empty
        let hits = entries.reduce(0) { $0 &+ $1.hits }
        let isSplit = !isOrdered && entries.count > 1 && hits >= 2 * minimumHitsPerPart
        // Segments have roughly equal numbers of hits.
        let cut = isSplit ? entries.count / 2 : entries.count
        let second = entries[cut...].map(\.id)
        let helper =
            isSplit
            ? ScanPart(self, segments: second, of: try reader.moment(), empty) : nil
        let first = Result { () throws(RouteDBError) in
            try Self.add(entries[..<cut].map(\.id), reader, to: &tally)
            try reader.scanTail(filter.times) { try tally.add($0) }
        }
        let other = helper?.wait()
        try first.get()
        if let other {
            if let part = try other.get() {
                tally.merge(part)
            } else {
                // A write in between made the other connection see a different snapshot.
                try Self.add(second, reader, to: &tally)
            }
        }
        return tally
    }

    /// Adds segments to a tally.
    static func add<Tally: HitTally>(
        _ segments: [Int64], _ reader: HitsReader, to tally: inout Tally
    ) throws(RouteDBError) {
        try reader.scan(segments: segments, texts: tally.texts) { try tally.add($0) }
    }
}

extension RollUpRow {
    fileprivate var pruned: HitCount { HitCount(hits: prunedHits, weight: prunedWeight) }

    fileprivate func isAccepted(by filter: AnalysisFilter) -> Bool {
        filter.accepts(namespace: namespace, route: route, outcome: outcome)
    }
}
