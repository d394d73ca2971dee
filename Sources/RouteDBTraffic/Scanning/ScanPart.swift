import Dispatch
import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// A part of a scan that runs on another thread, with its own connection.
final class ScanPart<Tally: HitTally>: Sendable {
    private let result = Locked<Result<Tally?, RouteDBError>>(.success(nil))
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the part.
    init(_ scan: HistoryScan, segments: [Int64], of moment: HitsMoment, _ empty: Tally) {
        DispatchQueue(label: "routedb.scan").async { [self] in
            let outcome = Result { () throws(RouteDBError) in
                try Self.tally(scan, segments, moment, empty)
            }
            result.withLock { $0 = outcome }
            isDone.signal()
        }
    }

    /// Waits for the part to finish.
    func wait() -> Result<Tally?, RouteDBError> {
        isDone.wait()
        return result.withLock { $0 }
    }

    private static func tally(
        _ scan: HistoryScan, _ segments: [Int64], _ moment: HitsMoment, _ empty: Tally
    ) throws(RouteDBError) -> Tally? {
        let reader = try HitsReader(path: scan.path, busyTimeout: scan.busyTimeout)
        return try reader.atOneMoment {
            guard try reader.moment() == moment else { return nil }
            var tally = empty
            try HistoryScan.add(segments, reader, to: &tally)
            return tally
        }
    }
}

/// The quarter hours in a range of times, identified by their starts in seconds.
struct Quarters {
    private static let length = HitsReader.bucketSeconds * 1_000_000

    /// The quarter hours that start in the range.
    let beginning: ClosedRange<Int64>?
    /// The quarter hours that lie completely in the range.
    let whole: ClosedRange<Int64>?

    /// Finds the quarter hours in a range of times in microseconds.
    init(_ times: ClosedRange<Int64>) {
        let (low, remainder) = times.lowerBound.flooringDivision(by: Self.length)
        let first = low + (remainder == 0 ? 0 : 1)
        let (last, rest) = times.upperBound.flooringDivision(by: Self.length)
        beginning = Self.range(first, last)
        whole = Self.range(first, rest == Self.length - 1 ? last : last - 1)
    }

    /// Returns the quarter hours that start in the range, after others.
    func after(_ others: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        guard let beginning, beginning.upperBound > others.upperBound else { return nil }
        return (others.upperBound + HitsReader.bucketSeconds)...beginning.upperBound
    }

    /// Returns the times of quarter hours, in microseconds.
    static func times(of quarters: ClosedRange<Int64>) -> ClosedRange<Int64> {
        quarters.lowerBound * 1_000_000...quarters.upperBound * 1_000_000 + (length - 1)
    }

    /// Returns the times of quarter hours but for some, which are given in ascending order.
    static func times(of quarters: ClosedRange<Int64>, without others: [Int64]) -> TimeRanges {
        var times = TimeRanges()
        var start = quarters.lowerBound
        for other in others {
            let last = other - HitsReader.bucketSeconds
            if start <= last { times.append(Self.times(of: start...last)) }
            start = other + HitsReader.bucketSeconds
        }
        let last = quarters.upperBound
        if start <= last { times.append(Self.times(of: start...last)) }
        return times
    }

    private static func range(_ first: Int64, _ last: Int64) -> ClosedRange<Int64>? {
        guard first <= last else { return nil }
        return first * HitsReader.bucketSeconds...last * HitsReader.bucketSeconds
    }
}
