public import RouteDBRouting

/// Makes route tests of past hits: of each route and outcome a few, which stand for the rest.
///
/// Which ones is decided by a hash of URL and principal that is the same for ever, so neither the
/// order of the hits nor how often each came changes the choice. What a case expects is what the
/// registry answers now, also where it answered otherwise when the hit came.
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

        /// Whether it is chosen before another one.
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
    /// How many hits have been added.
    public private(set) var hitCount = 0
    /// How many of them have a URL that is not UTF-8, and so cannot be written as a case.
    public private(set) var unwritableCount = 0

    /// Prepares for hits.
    ///
    /// - Parameters:
    ///   - snapshot: What answers.
    ///   - limit: How many cases there are for each route and outcome, at most.
    ///   - timeMicroseconds: The time of hits that have none.
    public init(_ snapshot: RegistrySnapshot, perRoute limit: Int, timeMicroseconds: Int64) {
        run = RouteTestRun(snapshot, timeMicroseconds: timeMicroseconds)
        self.limit = max(1, limit)
    }

    /// Adds a hit.
    ///
    /// - Parameters:
    ///   - url: The bytes of its URL.
    ///   - principal: The id of the principal, if one is known.
    ///   - time: Its time, in microseconds since 1970-01-01T00:00:00Z.
    /// - Complexity: That of resolving, and O(*k*) in the cases for each route.
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
            // The same again: the earliest counts, in whatever order they come.
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

    /// The cases: by outcome, namespace and route, then by URL.
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
        request.principal = candidate.principal.map { Principal($0) }
        request.time = candidate.time
        return request
    }
}
