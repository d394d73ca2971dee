public import RouteDBRouting

/// Makes route tests from past hits, choosing a few hits for each route and outcome.
///
/// The choice depends only on a stable hash of URL and principal, not on the order or frequency of
/// the hits. A test case expects what the registry answers now, even if it answered differently at
/// the time of the hit.
public struct CaseRecorder: Sendable {
    private struct Place: Hashable {
        let outcome: Resolution.Outcome
        let namespace: Int64
        let route: Int64
    }

    private struct Candidate {
        let hash: UInt64
        let url: String
        let principal: String?
        var time: Int64

        /// Whether this candidate is chosen before another.
        func precedes(_ other: Candidate) -> Bool {
            guard hash == other.hash else { return hash < other.hash }
            guard url.utf8.elementsEqual(other.url.utf8) else {
                return url.utf8.lexicographicallyPrecedes(other.url.utf8)
            }
            return (principal ?? "").utf8.lexicographicallyPrecedes((other.principal ?? "").utf8)
        }
    }

    private let run: RouteTestRun
    private let limit: Int
    private var chosen: [Place: [Candidate]] = [:]
    /// The number of hits added.
    public private(set) var hitCount = 0
    /// The number of added hits whose URL is invalid UTF-8 and so cannot be written as a case.
    public private(set) var unwritableCount = 0

    /// Creates a recorder of test cases.
    ///
    /// - Parameters:
    ///   - snapshot: The registry that the cases are for.
    ///   - limit: The maximum number of cases for each route and outcome.
    ///   - timeMicroseconds: The time of hits without one, in microseconds since
    ///     1970-01-01T00:00:00Z.
    public init(_ snapshot: RegistrySnapshot, perRoute limit: Int, timeMicroseconds: Int64) {
        run = RouteTestRun(snapshot, timeMicroseconds: timeMicroseconds)
        self.limit = max(1, limit)
    }

    /// Adds a hit.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL.
    ///   - principal: The id of the principal, or `nil` if unknown.
    ///   - time: The time of the hit, in microseconds since 1970-01-01T00:00:00Z.
    /// - Complexity: One resolution, plus O(*k*) in the limit of cases for each route.
    public mutating func add(url: [UInt8], principal: String?, time: Int64) {
        hitCount += 1
        guard let text = String(validating: url, as: UTF8.self) else {
            unwritableCount += 1
            return
        }
        let hash = StableHash.hash(url + [0] + Array((principal ?? "").utf8))
        var candidate = Candidate(hash: hash, url: text, principal: principal, time: time)
        let resolution = run.table.resolve(Self.request(candidate))
        let place = Place(
            outcome: resolution.outcome, namespace: resolution.namespace?.id.rawValue ?? 0,
            route: resolution.foundRoute?.id.rawValue ?? 0)
        var list = chosen[place] ?? []
        if let index = list.firstIndex(where: {
            !$0.precedes(candidate) && !candidate.precedes($0)
        }) {
            // A duplicate: keep the earliest time, so that the order of hits does not matter.
            candidate.time = min(candidate.time, list[index].time)
            list[index] = candidate
        } else {
            let index = list.firstIndex { candidate.precedes($0) } ?? list.count
            guard index < limit else { return }
            list.insert(candidate, at: index)
            list.removeLast(max(0, list.count - limit))
        }
        chosen[place] = list
    }

    /// The test cases, ordered by outcome, namespace, route and URL.
    public var cases: [RouteTestCase] {
        let order: [Resolution.Outcome] = [.matched, .denied, .challenged, .unmatched, .invalid]
        let places = chosen.keys.sorted { left, right in
            let ranks = [left, right].map { order.firstIndex(of: $0.outcome) ?? order.count }
            return (ranks[0], left.namespace, left.route)
                < (ranks[1], right.namespace, right.route)
        }
        return places.flatMap { place in
            (chosen[place] ?? []).sorted {
                $0.url.utf8.lexicographicallyPrecedes($1.url.utf8)
            }.map { run.recorded(Self.request($0)) }
        }
    }

    private static func request(_ candidate: Candidate) -> ResolutionRequest {
        var request = ResolutionRequest(candidate.url)
        request.principal = candidate.principal.map { RequestPrincipal($0) }
        request.time = candidate.time
        return request
    }
}
