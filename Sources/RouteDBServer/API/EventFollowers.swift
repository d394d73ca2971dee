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
            let tags = try? await registry.tags
        else { return [] }
        let told = RevisionFacts.all(revisions.reversed(), tags: tags)
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

/// Finds the hits that are new, by their times.
///
/// Processes write hits a little later than their times, so each look goes back some seconds, and
/// leaves out what was seen. Hits of imported logs are older than that, and not news.
actor HitFollower {
    /// How far a look goes back.
    private static let overlap: Int64 = 5_000_000
    /// The most hits of a look; of more, the newest.
    static let most = 1_000

    private let registry: String
    private let history: String
    private let work: WorkPool
    private var start: Int64
    private var seen: Set<HitPlace> = []

    init(registry: String, history: String, work: WorkPool, since start: Int64) {
        self.registry = registry
        self.history = history
        self.work = work
        self.start = start
    }

    /// Returns the hits since the last call.
    func next() async -> [ServerEvent] {
        let (registry, history, from) = (registry, history, start)
        let rows =
            (try? await work.run { isStopped in
                try Self.rows(registry, history, isStopped) { selection in
                    selection.require("time >= ?", [.integer(from)])
                }
            }) ?? []
        let new = rows.filter { !seen.contains($0.place) }
        if let newest = rows.last?.place.time { start = max(start, newest - Self.overlap) }
        seen = Set(rows.map(\.place)).filter { $0.time >= start }
        return Self.events(new)
    }

    /// Hits as events; of so many that there may be more, it is told that older ones are left out.
    static func events(_ rows: [HitPage.Row]) -> [ServerEvent] {
        let told = rows.map { row in
            ServerEvent(id: row.place.description, name: "hit", json: row.json)
        }
        return rows.count < most ? told : [.gap(telling: told.count)] + told
    }

    /// Reads the newest of the selected hits, oldest first; none if there is no history yet.
    static func rows(
        _ registry: String, _ history: String, _ isStopped: @escaping @Sendable () -> Bool,
        _ select: (inout HitSQLSelection) -> Void
    ) throws -> [HitPage.Row] {
        guard FileAccess(path: history).exists else { return [] }
        var selection = HitSQLSelection()
        select(&selection)
        let session = try SQLSession(
            registry: registry, history: history, limits: SQLLimits(time: .seconds(10)),
            stoppingWhen: isStopped)
        return try HitPage.read(
            selection, " ORDER BY time DESC, stream DESC, sequence DESC LIMIT \(most)",
            in: session
        ).reversed()
    }
}
#endif
