import RouteDBRouting
import RouteDBStorage

/// Which hits are counted, in the numbers of the file.
struct AnalysisFilter: Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    var times: ClosedRange<Int64> = .min ... .max
    /// Times of `times` that are not wanted, because roll-ups tell of them.
    var passedOver: ClosedRange<Int64>?
    var namespaces: Set<Int64>?
    var routes: Set<Int64>?
    var outcomes: Set<Int64>?
    /// What tells the namespace, route and outcome of hits anew.
    var regrouping: Regrouping?

    /// Whether hits are counted whatever their namespace, route and outcome.
    var takesAll: Bool { namespaces == nil && routes == nil && outcomes == nil }

    /// The columns that are looked at, with the numbers that are wanted of them.
    var wanted: [(number: HitNumber, numbers: IdentitySet)] {
        [(HitNumber.route, routes), (.outcome, outcomes), (.namespace, namespaces)].compactMap {
            number, set in set.map { (number, IdentitySet($0)) }
        }
    }

    /// Whether a hit that has these is counted.
    func takes(namespace: Int64, route: Int64, outcome: Int64) -> Bool {
        namespaces?.contains(namespace) != false && routes?.contains(route) != false
            && outcomes?.contains(outcome) != false
    }

    /// Whether all hits of a segment are of the times.
    func covers(_ segment: HitSegment) -> Bool {
        times.contains(segment.firstTime) && times.contains(segment.lastTime)
            && passedOver.map {
                segment.lastTime < $0.lowerBound || segment.firstTime > $0.upperBound
            } ?? true
    }

    /// Whether a hit is of the times.
    @inline(__always)
    func takes(time: Int64) -> Bool {
        times.contains(time) && passedOver?.contains(time) != true
    }

    /// The filter by what was recorded.
    var recorded: AnalysisFilter {
        var filter = self
        filter.regrouping = nil
        return filter
    }
}
