public import RouteDBRouting

/// Resolves hits against two states of a registry, and tells what they answer differently.
///
/// Both answer by ``RoutingTable/resolve(_:after:)``: what a replay says of a change is what the
/// change will do. The same hits and registries give the same report, whatever the number of
/// threads.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db")
/// let replay = Replay(
///     from: try await registry.snapshot(at: 12), to: try await registry.snapshot(),
///     options: options)
/// let report = try await replay.run(.history("routes.hits.db"))
/// for group in report.groups { print(group.classes, group.count.hits) }
/// ```
///
/// A hit keeps the URL, the time and the id of the principal. Roles, claims, the context and
/// default values of the request are not recorded: rules that ask for them decide as for a request
/// that lacks them.
public struct Replay: Sendable {
    private let task: ReplayTask

    /// Prepares a replay: compiles both registries.
    ///
    /// - Parameters:
    ///   - base: What the registry holds, or held.
    ///   - head: What it would hold.
    ///   - options: Which hits are replayed, and how.
    public init(
        from base: RegistrySnapshot, to head: RegistrySnapshot,
        options: ReplayOptions = ReplayOptions()
    ) {
        let pairing = RoutePairing(base, head, isOneRegistry: options.isOneRegistry)
        task = ReplayTask(
            tables: (
                RoutingTable(base, functions: options.converters),
                RoutingTable(head, functions: options.converters)
            ),
            revisions: (base.revision, head.revision), pairing: pairing,
            likeness: RouteLikeness(base, head, pairing: pairing), options: options,
            routes: (Self.routes(of: base), Self.routes(of: head)))
    }

    /// Replays hits.
    ///
    /// Memory does not grow with the hits, but for a group for each pair of routes that is met.
    ///
    /// - Parameters:
    ///   - source: The hits.
    ///   - observing: Told now and then how far the replay is; returns whether it goes on. It is
    ///     called from a thread of the replay's own.
    ///   - receiving: Given each difference, in the order of the hits, one at a time, from any
    ///     thread.
    /// - Returns: What was seen; if `observing` ended it, of the hits up to then.
    /// - Throws: What `receiving` throws; ``RouteDBError`` of a history: `databaseMissing`,
    ///   `notAHistory`, `schemaTooNew`, `schemaMismatch`, `busy`, `corrupt`, `storageFailure`; of a
    ///   log: `invalidValue` if its format cannot be told, `storageFailure`, `corrupt`.
    /// - Complexity: Linear in the hits; for one whose answers are alike by what was seen before,
    ///   that of matching twice.
    public func run(
        _ source: ReplaySource, observing: (@Sendable (ReplayProgress) -> Bool)? = nil,
        receiving: (@Sendable (ReplayDifference) throws -> Void)? = nil
    ) async throws -> ReplayReport {
        let jobs = max(1, task.options.jobs)
        let queue = ReplayQueue(capacity: 2 * jobs)
        let delivery = receiving.map(ReplayDelivery.init)
        let workers = (0..<jobs).map { ReplayWorker($0, task, delivery) }
        let limit = task.options.exampleLimit
        async let tally = withTaskGroup { group in
            for worker in workers { group.addTask { await worker.run(queue) } }
            return await group.reduce(into: ReplayTally(exampleLimit: limit)) { $0.add($1) }
        }
        let summary = try await ReplayReader().run(source, task.options, queue, observing)
        let total = await tally
        if let failure = delivery?.failure { throw failure }
        return ReplayReport(total, of: task, summary)
    }

    private static func routes(of snapshot: RegistrySnapshot) -> [RouteID: ReplayRoute] {
        let names = Dictionary(
            snapshot.namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            snapshot.routes.map { route in
                let name = names[route.namespace] ?? "#\(route.namespace.rawValue)"
                return (route.id, ReplayRoute(route, namespace: name))
            }, uniquingKeysWith: { first, _ in first })
    }
}
