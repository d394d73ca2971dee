public import RouteDBRouting

/// Resolves recorded hits against two states of a registry and reports which answers differ.
///
/// Use it to see what a change would do to real traffic before you ship it. Both states answer
/// through `RoutingTable.resolve(_:after:)`, as a live registry does. The same hits and
/// registries always give the same report, whatever the number of threads.
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
/// A hit records the URL, the time and the id of the principal. Roles, claims, the context and the
/// default values of the request are not recorded: access rules that test them see a request
/// without them.
public struct Replay: Sendable {
    private let task: ReplayTask

    /// Compiles both states of the registry.
    ///
    /// - Parameters:
    ///   - base: The state to compare with, such as the live registry.
    ///   - head: The changed state.
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

    /// Replays hits and reports the differences.
    ///
    /// Reading and resolving happen on threads owned by the replay, so the caller's executor is not
    /// blocked. Memory use does not grow with the number of hits, only with the number of groups of
    /// differences.
    ///
    /// - Parameters:
    ///   - source: The hits.
    ///   - observing: Called from time to time with the progress, on the thread that reads the
    ///     hits. Return `false` to stop the replay.
    ///   - receiving: Called with each difference, one at a time and in the order of the hits, on
    ///     any thread.
    /// - Returns: The report. If `observing` stopped the replay, it covers the hits read until
    ///   then.
    /// - Throws: The error that `receiving` throws. For a history, a `RouteDBError` with the code
    ///   `databaseMissing`, `notAHistory`, `schemaTooNew`, `schemaMismatch`, `busy`, `corrupt` or
    ///   `storageFailure`; for a log, `invalidValue` if its format cannot be detected,
    ///   `storageFailure` or `corrupt`.
    /// - Complexity: Linear in the number of hits. A hit that only reaches routes known to answer
    ///   alike costs two matches.
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
