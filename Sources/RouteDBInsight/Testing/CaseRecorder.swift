public import RouteDBRouting

/// Makes route tests from past hits, choosing a few hits for each route and outcome.
///
/// The choice depends only on a stable hash of the request, not on the order or frequency of the
/// hits. A test case expects what the registry answers now, even if it answered differently at
/// the time of the hit.
public struct CaseRecorder: Sendable {
    private struct Place: Hashable {
        let outcome: Resolution.Outcome
        let namespace: Int64
        let route: Int64
    }

    private struct Candidate {
        let hash: UInt64
        /// The request, without its time.
        let request: ResolutionRequest
        /// The request as JSON.
        let text: [UInt8]
        var time: Timestamp

        var timed: ResolutionRequest {
            var request = request
            request.time = time
            return request
        }

        /// Returns whether this candidate is chosen before another.
        func precedes(_ other: Candidate) -> Bool {
            hash == other.hash ? text.lexicographicallyPrecedes(other.text) : hash < other.hash
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
    ///   - time: The time of hits without one.
    public init(_ snapshot: RegistrySnapshot, perRoute limit: Int, time: Timestamp) {
        run = RouteTestRun(snapshot, time: time)
        self.limit = max(1, limit)
    }

    /// Adds a hit.
    ///
    /// - Parameters:
    ///   - request: The request of the hit, for a URL.
    ///   - time: The time of the hit.
    /// - Complexity: One resolution, plus O(*k*) in the limit of cases for each route.
    public mutating func add(_ request: ResolutionRequest, time: Timestamp) {
        hitCount += 1
        guard let url = String(validating: request.urlBytes, as: UTF8.self) else {
            unwritableCount += 1
            return
        }
        let writable = Self.request(url, as: request)
        let text = Array(writable.json.description.utf8)
        var candidate = Candidate(
            hash: StableHash.hash(text), request: writable, text: text, time: time)
        let resolution = run.table.resolve(candidate.timed)
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
            (chosen[place] ?? []).sorted { $0.text.lexicographicallyPrecedes($1.text) }
                .map { run.recorded($0.timed) }
        }
    }

    /// A request with its URL as text, and without its time.
    private static func request(_ url: String, as other: ResolutionRequest) -> ResolutionRequest {
        var request = ResolutionRequest(
            url, namespace: other.namespace, kind: other.kind, defaults: other.defaults,
            context: other.context)
        request.principal = other.principal
        return request
    }
}
