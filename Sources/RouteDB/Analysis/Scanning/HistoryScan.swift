import RouteDBStorage

/// Scans a history for tallies: long ones in two parts at a time, each by a connection of its own.
///
/// The parts see the same moment, and tallies do not mind the order, so two parts come to the same
/// as one.
struct HistoryScan: Sendable {
    let path: String
    var busyTimeoutMilliseconds = 5_000
    /// How many hits are worth a second connection; tests give another number.
    var hitsWorthAPart: Int64 = 200_000
    /// Whether roll-ups are read instead of hits where they can be; `nil`: where that is quicker.
    var prefersRollUps: Bool?

    /// How many hits are scanned in the time that one roll-up takes.
    private static let hitsPerRollUp: Int64 = 30

    /// Adds up hits.
    ///
    /// - Parameters:
    ///   - empty: What is added to.
    ///   - filter: Which hits.
    ///   - isOrdered: Whether segments must come in their order.
    /// - Returns: The sum.
    /// - Throws: What reading throws.
    func run<Tally: HitTally>(
        _ empty: Tally, filter: AnalysisFilter, isOrdered: Bool = false
    ) throws(RouteDBError) -> Tally {
        try reading { reader in
            try scan(reader, empty, filter: filter, isOrdered: isOrdered)
        }
    }

    /// Adds up hits, or the roll-ups of whole quarters of an hour where these are quicker to read.
    ///
    /// Of hits that are pruned, roll-ups tell: those of quarters that begin in the window.
    ///
    /// - Parameters:
    ///   - filter: Which hits.
    ///   - empty: Makes what is added to.
    /// - Returns: The sum, and what of it is pruned; with a regrouping, which pruned hits cannot
    ///   follow, what is not in the sum for that reason.
    /// - Throws: What reading throws.
    func count<Tally: CountingTally>(
        filter: AnalysisFilter, _ empty: (AnalysisFilter) -> Tally
    ) throws(RouteDBError) -> (tally: Tally, pruned: HitCount) {
        try reading { reader in
            let quarters = Quarters(filter.times)
            var filter = filter
            var tally = empty(filter)
            var pruned = HitCount()
            if let whole = quarters.whole, tally.suitsRollUps, filter.regrouping == nil,
                try isWorth(whole, filter.times, reader)
            {
                filter.passedOver = Quarters.times(of: whole)
                tally = try scan(reader, empty(filter), filter: filter, isOrdered: false)
                try reader.forEachRollUp(whole, onlyPruned: false) { row in
                    guard row.isTaken(by: filter) else { return }
                    tally.add(row, HitCount(hits: row.hits, weight: row.weight))
                    pruned += row.pruned
                }
                if let rest = quarters.behind(whole) {
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

    /// How many hits that a filter takes are pruned.
    func pruned(filter: AnalysisFilter) throws(RouteDBError) -> HitCount {
        guard let quarters = Quarters(filter.times).beginning else { return HitCount() }
        return try reading { reader in
            guard try reader.hasPruned() else { return HitCount() }
            var pruned = HitCount()
            try reader.forEachRollUp(quarters, onlyPruned: true) { row in
                if row.isTaken(by: filter) { pruned += row.pruned }
            }
            return pruned
        }
    }

    /// The first and the last time that anything is known of.
    func times() throws(RouteDBError) -> ClosedRange<Int64>? {
        try HitsReader(path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds).times()
    }

    /// The quarter in which each route had its last hits, in seconds.
    func lastBuckets() throws(RouteDBError) -> [Int64: Int64] {
        try HitsReader(path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds).lastBuckets()
    }

    // MARK: Parts

    private func reading<Result>(
        _ body: (HitsReader) throws -> Result
    ) throws(RouteDBError) -> Result {
        let reader = try HitsReader(
            path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        return try reader.atOneMoment { try body(reader) }
    }

    private func isWorth(
        _ quarters: ClosedRange<Int64>, _ times: ClosedRange<Int64>, _ reader: HitsReader
    ) throws(RouteDBError) -> Bool {
        if let prefersRollUps { return prefersRollUps }
        let hits = try reader.segments(times).reduce(0) { $0 &+ $1.hits }
        let rollUps = try reader.estimatedRollUpCount(quarters)
        return Int64(clamping: rollUps) < hits / Self.hitsPerRollUp
    }

    private func addPruned<Tally: CountingTally>(
        _ quarters: ClosedRange<Int64>, _ filter: AnalysisFilter, _ reader: HitsReader,
        to tally: inout Tally
    ) throws(RouteDBError) -> HitCount {
        var pruned = HitCount()
        var sum = tally
        try reader.forEachRollUp(quarters, onlyPruned: true) { row in
            guard filter.regrouping == nil else {
                pruned += row.pruned
                return
            }
            guard row.isTaken(by: filter) else { return }
            sum.add(row, row.pruned)
            pruned += row.pruned
        }
        tally = sum
        return pruned
    }

    private func scan<Tally: HitTally>(
        _ reader: HitsReader, _ empty: Tally, filter: AnalysisFilter, isOrdered: Bool
    ) throws(RouteDBError) -> Tally {
        let entries = try reader.segments(filter.times).filter { entry in
            filter.passedOver.map {
                entry.firstTime < $0.lowerBound || entry.lastTime > $0.upperBound
            } ?? true
        }
        var tally = empty
        let hits = entries.reduce(0) { $0 &+ $1.hits }
        let isSplit = !isOrdered && entries.count > 1 && hits >= 2 * hitsWorthAPart
        // Segments have about as many hits each.
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
                // Somebody wrote in between, so the other connection saw another moment.
                try Self.add(second, reader, to: &tally)
            }
        }
        return tally
    }

    /// Adds segments to a tally.
    static func add<Tally: HitTally>(
        _ segments: [Int64], _ reader: HitsReader, to tally: inout Tally
    ) throws(RouteDBError) {
        try reader.scan(segments: segments, texts: tally.needsTexts) { try tally.add($0) }
    }
}

extension RollUpRow {
    fileprivate var pruned: HitCount { HitCount(hits: prunedHits, weight: prunedWeight) }

    fileprivate func isTaken(by filter: AnalysisFilter) -> Bool {
        filter.takes(namespace: namespace, route: route, outcome: outcome)
    }
}
