import RouteDB
public import RouteDBRouting

#if Tracing
    public import Tracing
#endif

/// Resolves recorded hits against two states of a registry and reports which answers differ.
///
/// Use it to see what a change would do to real traffic before you ship it. Both states answer
/// through `RoutingTable.resolve(_:)`, as a live registry does. The same hits and
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
/// A hit records the URL, the kind, the time, the principal, and of its roles, claims and context what
/// access rules read when it was recorded. A rule that reads something else sees a request without it,
/// which ``ReplayReport/lacks`` counts. Redirects are followed to where they end.
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
        let old = RoutingTable(base, functions: options.converters)
        let new = RoutingTable(head, functions: options.converters)
        task = ReplayTask(
            tables: (old, new),
            revisions: (base.revision, head.revision), pairing: pairing,
            likeness: RouteLikeness(base, head, pairing: pairing), options: options,
            requests: HitRequests(old, new),
            hasKinds: (base.routes + head.routes).contains { $0.kind != nil },
            readsVisitors: base.readsVisitors || head.readsVisitors,
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
        #if Tracing
            if let tracer = task.options.tracer {
                return try await tracer.withSpan("routedb.replay") { span in
                    span.attributes["routedb.from"] = task.revisions.old
                    span.attributes["routedb.to"] = task.revisions.new
                    return try await replay(source, observing, receiving)
                }
            }
        #endif
        return try await replay(source, observing, receiving)
    }

    private func replay(
        _ source: ReplaySource, _ observing: (@Sendable (ReplayProgress) -> Bool)?,
        _ receiving: (@Sendable (ReplayDifference) throws -> Void)?
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
        let summary = try await ReplayReader().run(
            source, task.options, queue, readingVisitors: task.readsVisitors, observing)
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

/// Options for a replay: which hits are replayed, and how.
public struct ReplayOptions: Sendable {
    /// The start of the period, inclusive; `nil` for no start.
    public var since: Timestamp?
    /// The end of the period, exclusive; `nil` for no end.
    public var until: Timestamp?
    /// Replays only hits of bots, by their user agents, or only those of all other clients; `nil` for all.
    public var areBots: Bool?
    /// Replays only hits that at least one of the registries answers from this namespace; `nil` for
    /// all hits.
    public var namespace: String?
    /// The namespace in which every request starts; `nil` to choose it by the URL's scheme and
    /// host.
    public var requestNamespace: String?
    /// The share of hits to replay, from 0 to 1.
    ///
    /// A hash of URL and time selects them, so the same hits are selected every time.
    public var sample = 1.0
    /// The number of threads that resolve.
    public var jobs = 1
    /// The largest number of example URLs for each group of differences.
    public var exampleLimit = 3
    /// True if both states are revisions of one registry, so that routes with equal ids are the
    /// same.
    public var isOneRegistry = false
    /// The functions behind converters implemented in code, by name.
    public var converters: [String: ParameterConverter.Function] = [:]
    #if Tracing
        /// The tracer that makes a span of the replay, or `nil` for none; with the trait `Tracing`.
        public var tracer: (any Tracer)?
    #endif

    /// Creates options that replay all hits in one thread.
    public init() {}

    /// Lets converters implemented in code, where that code is not, take any text: without them,
    /// their routes would match nothing and hide the routes after them.
    package mutating func standInForConverters(of snapshots: [RegistrySnapshot]) {
        let takeAny: ParameterConverter.Function = { .string($0) }
        converters = Dictionary(
            uniqueKeysWithValues: Self.codedConverters(of: snapshots).map { ($0, takeAny) })
    }

    /// The names of converters implemented in code.
    package static func codedConverters(of snapshots: [RegistrySnapshot]) -> Set<String> {
        Set(snapshots.flatMap(\.converters).filter { $0.rule == .code }.map(\.name))
    }
}

/// The progress of a replay.
public struct ReplayProgress: Hashable, Sendable {
    /// The number of hits read, including those that the options exclude.
    public internal(set) var hitCount = 0
    /// The number of hits to read; `nil` if unknown.
    public internal(set) var total: Int64?
}

extension RegistrySnapshot {
    /// True if a rule or a variant of a redirect reads what the clients of hits tell.
    fileprivate var readsVisitors: Bool {
        let variants = routes.flatMap { $0.redirect?.variants ?? [] }
        let names = AttributeNames(accessRules, variants: variants).context
        return names.contains { VisitorAttributes.loggedKeys.contains($0) }
    }
}
