import Dispatch
import RouteDBStorage

/// A part of a scan that runs on another thread, with its own connection.
final class ScanPart<Tally: HitTally>: Sendable {
    private let result = Guarded<Result<Tally?, RouteDBError>>(.success(nil))
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the part.
    ///
    /// - Parameters:
    ///   - scan: The scan that it is part of.
    ///   - segments: The ids of the segments to scan.
    ///   - moment: The snapshot that the scan reads.
    ///   - empty: The empty tally.
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
    ///
    /// - Returns: The filled tally, or `nil` if the connection sees a different snapshot.
    func wait() -> Result<Tally?, RouteDBError> {
        isDone.wait()
        return result.withLock { $0 }
    }

    private static func tally(
        _ scan: HistoryScan, _ segments: [Int64], _ moment: HitsMoment, _ empty: Tally
    ) throws(RouteDBError) -> Tally? {
        let reader = try HitsReader(
            path: scan.path, busyTimeoutMilliseconds: scan.busyTimeoutMilliseconds)
        return try reader.atOneMoment {
            guard try reader.moment() == moment else { return nil }
            var tally = empty
            try HistoryScan.add(segments, reader, to: &tally)
            return tally
        }
    }
}
