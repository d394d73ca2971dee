#if Server
import RouteDB
import RouteDBTraffic

/// Finds the revisions that are new.
actor RevisionFollower {
    private static let most = 100

    private let registry: RouteRegistry
    private var last: Int64?

    init(_ registry: RouteRegistry) { self.registry = registry }

    /// Returns the revisions that were made since the last call; none at the first.
    func next() async -> [ServerEvent] {
        let newest = registry.table.revision
        defer { last = newest }
        guard let last, newest > last else { return [] }
        return await Self.events(after: last, upTo: newest, of: registry)
    }

    /// Returns the revisions after one, oldest first, and at most the last hundred of them.
    static func events(
        after last: Int64, upTo newest: Int64, of registry: RouteRegistry
    ) async -> [ServerEvent] {
        guard newest > last, newest < .max else { return [] }
        let count = Int(min(Int64(most), newest - last))
        guard let revisions = try? await registry.revisions(below: newest + 1, limit: count),
            let facts = try? await registry.outputs(of: revisions.reversed())
        else { return [] }
        let told =
            facts
            .filter { $0.revision.number > last }
            .map { facts in
                var json: [UInt8] = []
                JSONWriter.append(facts.object, to: &json)
                return ServerEvent(
                    id: "\(facts.revision.number)", name: "revision", json: json)
            }
        return newest - last > Int64(most) ? [.gap(telling: told.count)] + told : told
    }
}

/// Finds the hits that are new: those that were appended since the last look.
///
/// Their times say nothing about that, since the clocks of processes differ.
actor HitFollower {
    /// The most hits of a look; of more, the newest.
    static let most = 1_000

    private let look: @Sendable (Int64) async throws -> AppendedHits
    /// The number of the last hit that was seen.
    private var last: Int64?
    /// The hits of the last look: some may be found again.
    private var told: Set<AppendedHits.Hit.Identity> = []

    /// Creates a follower.
    init(_ look: @escaping @Sendable (Int64) async throws -> AppendedHits) { self.look = look }

    /// Returns the hits since the last call; none at the first.
    func next() async -> [ServerEvent] {
        guard let found = try? await look(last ?? .max) else { return [] }
        defer { last = found.last }
        let new = found.hits.filter { !told.contains($0.identity) }
        if !found.hits.isEmpty { told = Set(found.hits.map(\.identity)) }
        return Self.events(new, isCut: found.isCut)
    }

    /// Hits as events; if there are too many, an event says that older ones were skipped.
    static func events(_ hits: [AppendedHits.Hit], isCut: Bool) -> [ServerEvent] {
        let told = hits.suffix(most).map { hit in
            ServerEvent(id: "\(hit.number)", name: "hit", json: hit.json, hit: hit)
        }
        return isCut || hits.count > most ? [.gap(telling: told.count)] + told : told
    }

    /// The hits after a number; `nil` for all that are looked at.
    static func hits(after number: Int64?, _ state: ServiceState) async throws -> AppendedHits {
        try await hits(after: number, state.registry.path, state.history, state.work)
    }

    /// The hits after a number, of a registry's history.
    static func hits(
        after number: Int64?, _ registry: String, _ history: String, _ work: WorkPool
    ) async throws -> AppendedHits {
        try await work.run { isStopped in
            try AppendedHits(
                after: number, registry: registry, history: history,
                limits: SQLLimits(time: .seconds(10)), stoppingWhen: isStopped)
        }
    }
}
#endif
