import RouteDBHistory
import RouteDBRouting

/// The hits to count, in terms of the numbers in the file.
struct AnalysisFilter: Sendable {
    /// The times of the hits, in microseconds since 1970-01-01T00:00:00Z.
    var times: ClosedRange<Int64> = .min ... .max
    /// The part of `times` to leave out, because it is counted from roll-ups.
    var excludedTimes: ClosedRange<Int64>?
    var namespaces: Set<Int64>?
    var routes: Set<Int64>?
    var outcomes: Set<Int64>?
    /// Resolves the hits again to find their namespace, route and outcome.
    var regrouping: Regrouping?

    /// Whether the filter accepts every namespace, route and outcome.
    var acceptsAll: Bool { namespaces == nil && routes == nil && outcomes == nil }

    /// The columns to check, each with the numbers that it may have.
    var wanted: [(number: HitNumber, numbers: IdentitySet)] {
        [(HitNumber.route, routes), (.outcome, outcomes), (.namespace, namespaces)].compactMap {
            number, set in set.map { (number, IdentitySet($0)) }
        }
    }

    /// Whether the filter accepts a hit with these ids.
    func accepts(namespace: Int64, route: Int64, outcome: Int64) -> Bool {
        namespaces?.contains(namespace) != false && routes?.contains(route) != false
            && outcomes?.contains(outcome) != false
    }

    /// Whether the filter accepts the times of all hits of a segment.
    func covers(_ segment: HitSegment) -> Bool {
        times.contains(segment.firstTime) && times.contains(segment.lastTime)
            && excludedTimes.map {
                segment.lastTime < $0.lowerBound || segment.firstTime > $0.upperBound
            } ?? true
    }

    /// Whether the filter accepts the time of a hit.
    @inline(__always)
    func accepts(time: Int64) -> Bool {
        times.contains(time) && excludedTimes?.contains(time) != true
    }

    /// The same filter on the recorded namespace, route and outcome, without regrouping.
    var recorded: AnalysisFilter {
        var filter = self
        filter.regrouping = nil
        return filter
    }
}
