#if Hub
public import RouteDB
package import RouteDBFollower

#if ServiceLifecycle
public import ServiceLifecycle
#endif

/// A node of a hub: keeps a registry's file equal to the registry at the hub, and ships the hits of
/// its history there.
///
/// An app opens the same file with `RegistryOptions.Access.reading`, and records its hits as ever. It
/// depends on nothing but these files: while the hub is away, it resolves and records, and the node
/// catches up afterwards. Each hit that was written to the history comes to the hub exactly once.
///
/// ```swift
/// let node = try HubNode(
///     "postgresql://db.example.com/routes", registry: "routes.db", name: "web-1")
/// try await node.run()
/// ```
public struct HubNode: Sendable {
    /// The events in the work of a node.
    public enum Event: Sendable {
        /// The registry has come to another revision.
        case followed(revision: Int64)
        /// The registry could not be followed, or a revision was refused and the last good one kept.
        case notFollowed(RouteDBError)
        /// The hub has taken hits. Of those that are missing, the history had none any more.
        case shipped(hits: Int64, missing: Int64)
        /// Hits could not be shipped; they are kept, and it is tried again.
        case notShipped(RouteDBError)
        /// Something that is good to know, such as another node with the same name.
        case noticed(RouteDBError)
    }

    /// A step in the work of a node, for those who measure it.
    package enum Step: Sendable {
        /// The beginning, with the revision that the file has.
        case begun(revision: Int64)
        /// A look at the hub's registry.
        case asked(FollowEvent)
        /// An attempt to bring hits to the hub; so many wait then.
        case shipped(Result<ShippedHits, RouteDBError>, waiting: Int64)
    }

    private let address: HubAddress
    private let registry: String
    private let history: String?
    private let name: String
    /// The groups of the node, such as `canary` or `region-eu`.
    ///
    /// If the hub has groups, the node gets the newest revision that was promoted to one of them, or
    /// to all nodes.
    public var groups: [String] = []
    /// A backup, or a saved feed, to begin with if there is no registry yet and the hub is away.
    public var snapshot: String?
    /// How often the hub is asked for revisions, if no notification comes first.
    public var interval = Duration.seconds(5)
    /// Told each step.
    package var measure: @Sendable (Step) -> Void = { _ in }
    /// How long a lock of another process is waited for.
    package var busyTimeout: Duration = .seconds(5)

    /// Describes a node.
    ///
    /// - Parameters:
    ///   - hub: A connection string or URL of libpq, without a password, which belongs in `~/.pgpass`,
    ///     `$PGPASSWORD` or a certificate.
    ///   - registry: The path of the registry's file, which is created if it does not exist.
    ///   - history: The path of the history; `nil` for the one beside the registry.
    ///   - name: The name of the node, which no other node has.
    ///   - shipsHits: Whether hits are shipped.
    /// - Throws: `RouteDBError` with `invalidValue` if the address or the name is not valid.
    public init(
        _ hub: String, registry: String, history: String? = nil, name: String,
        shipsHits: Bool = true
    ) throws(RouteDBError) {
        address = try HubAddress(hub)
        guard !name.isEmpty, name.utf8.count <= 200, !name.utf8.contains(0) else {
            throw RouteDBError(
                .invalidValue, "'\(name)' cannot be the name of a node.",
                hint: "Use one such as 'web-1'.")
        }
        self.registry = registry
        self.history = shipsHits ? history ?? HitHistory.path(besideRegistry: registry) : nil
        self.name = name
    }

    /// Follows and ships until the task is cancelled or, with the trait `ServiceLifecycle`, a
    /// graceful shutdown begins.
    ///
    /// It works on threads of its own, and never blocks those that tasks share.
    ///
    /// - Parameter report: Told what happens.
    /// - Throws: `RouteDBError` if the file is a registry that does not follow, or the snapshot or
    ///   the name of a group is not valid; what the closure throws. What the hub or the network does is no reason to end.
    public func run(
        _ report: @escaping @Sendable (Event) async throws -> Void
    ) async throws {
        for group in groups { try GroupName.check(group) }
        var options = FollowOptions(path: registry)
        options.snapshot = snapshot
        options.interval = interval
        options.busyTimeout = busyTimeout
        let (notices, notice) = AsyncStream<RouteDBError>.makeStream()
        options.warn = { notice.yield($0) }
        let follower = RegistryFollower(HubSource(address, node: name, groups: groups), options)
        let shipper = history.map {
            HitShipper($0, to: address, node: name, busyTimeout: busyTimeout)
        }
        do {
            if let step = try await follower.prepare() {
                try await report(.followed(revision: step.new.revision))
            }
            measure(.begun(revision: try await follower.position().revision))
            try await withThrowingTaskGroup(of: Void.self) { [measure] group in
                group.addTask {
                    try await follower.run { event in
                        measure(.asked(event))
                        try await Self.report(event, report)
                    }
                }
                if let shipper {
                    group.addTask {
                        try await shipper.run { result in
                            measure(.shipped(result, waiting: await shipper.waiting))
                            try await Self.report(result, report)
                        }
                    }
                }
                group.addTask {
                    for await error in notices { try await report(.noticed(error)) }
                }
                group.addTask { await ServiceEnd.wait() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch is CancellationError {
            // The end that was asked for.
        } catch {
            await follower.shutDown()
            await shipper?.close()
            throw error
        }
        await follower.shutDown()
        await shipper?.close()
    }

    /// Follows and ships, and tells nobody.
    public func run() async throws { try await run { _ in } }

    private static func report(
        _ event: FollowEvent, _ report: @Sendable (Event) async throws -> Void
    ) async throws {
        switch event {
        case .unchanged: break
        case .took(let step):
            if step.old != step.new { try await report(.followed(revision: step.new.revision)) }
            if let refusal = step.refusal { try await report(.notFollowed(refusal)) }
        case .failed(let error): try await report(.notFollowed(error))
        }
    }

    private static func report(
        _ result: Result<ShippedHits, RouteDBError>,
        _ report: @Sendable (Event) async throws -> Void
    ) async throws {
        switch result {
        case .success(let shipped):
            if let refusal = shipped.refusal { try await report(.noticed(refusal)) }
            guard shipped.hits > 0 || shipped.missing > 0 else { return }
            try await report(.shipped(hits: shipped.hits, missing: shipped.missing))
        case .failure(let error): try await report(.notShipped(error))
        }
    }
}

#if ServiceLifecycle
// With the trait `ServiceLifecycle`, `run()` returns after a graceful shutdown.
extension HubNode: Service {}
#endif
#endif
