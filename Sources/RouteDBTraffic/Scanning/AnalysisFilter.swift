import RouteDB
import RouteDBHistory
import RouteDBRouting

/// The hits to count, in terms of the numbers in the file.
struct AnalysisFilter: Sendable {
    /// The times of the hits, in microseconds since 1970-01-01T00:00:00Z.
    var times: ClosedRange<Int64> = .min ... .max
    /// The parts of `times` to leave out, because they are counted from roll-ups.
    var excludedTimes = TimeRanges()
    var namespaces: Set<Int64>?
    var routes: Set<Int64>?
    var outcomes: Set<Int64>?
    /// The numbers of clients; roll-ups know nothing of them.
    var clients: Set<Int64>?
    /// The conditions on other fields, which must all hold; roll-ups know nothing of these either.
    var fields: [FieldCondition] = []
    /// Resolves the hits again to find their namespace, route and outcome.
    var regrouping: Regrouping?

    /// The texts that the filter itself reads.
    var texts: TextSelection {
        fields.map(\.field.texts).reduce(regrouping == nil ? .none : .urls, max)
    }

    /// True if roll-ups say all that the filter asks.
    var suitsRollUps: Bool { regrouping == nil && clients == nil && fields.isEmpty }

    /// True if the filter accepts every namespace, route and outcome.
    var acceptsAll: Bool { namespaces == nil && routes == nil && outcomes == nil }

    /// The recorded columns to check, each with the numbers that it may have.
    var wanted: [(number: HitNumber, numbers: IdentitySet)] {
        let places =
            regrouping == nil
            ? [(HitNumber.route, routes), (.outcome, outcomes), (.namespace, namespaces)] : []
        return (places + [(.client, clients)]).compactMap { number, set in
            set.map { (number, IdentitySet($0)) }
        }
    }

    /// Returns whether the filter accepts a hit with these ids.
    func accepts(namespace: Int64, route: Int64, outcome: Int64) -> Bool {
        namespaces?.contains(namespace) != false && routes?.contains(route) != false
            && outcomes?.contains(outcome) != false
    }

    /// Returns whether the filter accepts the times of all hits of a segment.
    func covers(_ segment: HitSegment) -> Bool {
        times.contains(segment.firstTime) && times.contains(segment.lastTime)
            && !excludedTimes.overlap(segment.firstTime...segment.lastTime)
    }

    /// Returns whether the filter accepts the time of a hit.
    @inline(__always)
    func accepts(time: Int64) -> Bool {
        times.contains(time) && !excludedTimes.contains(time)
    }

    /// The same filter on the recorded namespace, route and outcome, without regrouping.
    var recorded: AnalysisFilter {
        var filter = self
        filter.regrouping = nil
        return filter
    }
}

/// Resolves the URLs of hits again, against another registry than at the time of recording.
///
/// Access is not decided again: a hit need not have all that rules read by now. A URL that matches a
/// route keeps the recorded verdict.
struct Regrouping: Sendable {
    let table: RoutingTable
    private let requests: HitRequests

    init(_ snapshot: RegistrySnapshot, functions: [String: ParameterConverter.Function]) {
        table = RoutingTable(snapshot, functions: functions)
        requests = HitRequests(table)
    }

    /// Resolves a hit again.
    func resolution(of segment: HitSegment, at index: Int) throws(SegmentDamage) -> Resolution {
        // The texts are copied while the segment is lent.
        func text(_ text: HitText) throws(SegmentDamage) -> [UInt8]? {
            try unsafe segment.text(text, at: index).map { unsafe Array($0) }
        }
        func string(_ kind: HitText) throws(SegmentDamage) -> String? {
            try text(kind).map { String(decoding: $0, as: UTF8.self) }
        }
        return table.resolve(
            requests.request(
                try text(.url) ?? [],
                time: Timestamp(microseconds: segment.value(.time, at: index)),
                principal: try string(.principal), kind: try string(.kind),
                attributes: try text(.attributes).map { ResolutionRequest.Attributes(stored: $0) }))
    }

    /// Returns the namespace, the route and the outcome of a hit, as numbers of the file.
    func place(
        of segment: HitSegment, at index: Int
    ) throws(SegmentDamage) -> (namespace: Int64, route: Int64, outcome: Int64) {
        let recorded = segment.value(.outcome, at: index)
        let resolution = try resolution(of: segment, at: index)
        let namespace = resolution.namespace?.id.rawValue ?? 0
        guard let route = resolution.foundRoute else {
            return (namespace, 0, Int64(HitOutcome(resolution.outcome).rawValue))
        }
        let isRefused = [HitOutcome.denied, .challenged].contains { Int64($0.rawValue) == recorded }
        return (
            namespace, route.id.rawValue,
            isRefused ? recorded : Int64(HitOutcome.matched.rawValue)
        )
    }
}
