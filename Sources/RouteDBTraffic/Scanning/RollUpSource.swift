import RouteDBDatabase
import RouteDBHistory

/// Which roll-ups a report reads in place of the hits of whole quarter hours.
enum RollUpSource {
    /// The roll-ups by route and quarter hour.
    case quarters
    /// The roll-ups by route and day, and by quarter hour where the window has only a part of a day.
    case days
    /// The roll-ups by quarter hour, of all routes together.
    case totals

    /// The number of hits that can be scanned in the time of reading one roll-up.
    private static let hitsPerRollUp: Int64 = 30

    /// Chooses what is read fastest.
    static func fastest(
        for tally: some CountingTally, _ filter: AnalysisFilter, _ quarters: ClosedRange<Int64>,
        _ reader: HitsReader, prefersRollUps: Bool?
    ) throws(RouteDBError) -> RollUpSource? {
        guard prefersRollUps != false, tally.suitsRollUps, filter.suitsRollUps else { return nil }
        let byRoute: RollUpSource = tally.suitsDays ? .days : .quarters
        let hasTotals = hasTotals(for: tally, filter)
        if prefersRollUps == true { return hasTotals ? .totals : byRoute }
        var (best, rows) = (byRoute, try byRoute.estimatedRows(quarters, reader))
        if hasTotals {
            let totals = try RollUpSource.totals.estimatedRows(quarters, reader)
            if totals <= rows { (best, rows) = (.totals, totals) }
        }
        let hits = try reader.segments(filter.times).reduce(0) { $0 &+ $1.hits }
        return Int64(clamping: rows) < hits / hitsPerRollUp ? best : nil
    }

    /// Returns whether the roll-ups of all routes together say all that a tally asks.
    static func hasTotals(for tally: some CountingTally, _ filter: AnalysisFilter) -> Bool {
        !tally.countsRoutes && filter.routes == nil
    }

    /// Returns whether to read the roll-ups of durations: a quarter hour that has them has so many hits that
    /// they are faster to read.
    static func hasDurations(
        for tally: some DurationTally, _ filter: AnalysisFilter, prefersRollUps: Bool?
    ) -> Bool {
        prefersRollUps != false && tally.suitsRollUps && filter.suitsRollUps
            && filter.routes == nil
    }

    private func estimatedRows(
        _ quarters: ClosedRange<Int64>, _ reader: HitsReader
    ) throws(RouteDBError) -> Int {
        switch self {
        case .quarters: try reader.estimatedRollUpCount(quarters)
        case .days: try reader.estimatedDayCount(quarters)
        case .totals: try reader.estimatedTotalCount(quarters)
        }
    }

    /// Passes the roll-ups of a range of quarter hours to a closure.
    func forEach(
        _ quarters: ClosedRange<Int64>, _ reader: HitsReader,
        _ body: (RollUpRow) throws -> Void
    ) throws(RouteDBError) {
        switch self {
        case .quarters: try reader.forEachRollUp(quarters, onlyPruned: false, body)
        case .days: try reader.forEachDay(quarters, body)
        case .totals: try reader.forEachTotal(quarters, body)
        }
    }
}
