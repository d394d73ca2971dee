#if Hub
package import RouteDB
import RouteDBFollower

/// A hub whose registry is followed by a node.
///
/// The node tells the hub what it has, and what it refused.
package struct HubSource: RegistrySource {
    private let client: HubClient
    private let listener: HubListener
    private let node: String?
    private let groups: [String]?
    private let instance: String
    private let clock: @Sendable () -> Timestamp
    package let name: String

    /// Prepares to follow a hub; it is connected to when it is first asked.
    package init(
        _ address: HubAddress, node: String?, groups: [String] = [],
        clock: @escaping @Sendable () -> Timestamp = SystemClock.now
    ) {
        client = HubClient(address)
        listener = HubListener(address)
        self.node = node
        self.groups = node == nil ? nil : groups
        self.clock = clock
        instance = "\(UInt64.random(in: .min ... .max))"
        name = address.text
    }

    package func fetchFeed(
        after position: FeedPosition, unless tag: String?,
        _ receive: @Sendable ([UInt8]) async throws -> Void
    ) async throws -> String? {
        guard let found = try await client.beginFeed(after: position, unless: tag, groups: groups)
        else { return nil }
        while true {
            let lines = try await client.readFeed()
            guard !lines.isEmpty else { return found }
            try await receive(lines)
        }
    }

    /// Waits for notifications, which only commits of the registry send.
    package func listen(_ hint: () -> Void) async throws {
        try await listener.begin()
        hint()
        while true {
            try Task.checkCancellation()
            if try await listener.wait() { hint() }
        }
    }

    package func report(
        at position: FeedPosition, refusing refusal: RouteDBError?
    ) async -> RouteDBError? {
        guard let node else { return nil }
        // If the hub does not hear of it, nothing changes here.
        let answer = try? await client.report(
            node: node, groups: groups ?? [], instance: instance, at: position,
            error: refusal?.message, clock: clock())
        guard answer == true else { return nil }
        return RouteDBError(
            .invalidValue, "Another process follows the hub as node '\(node)'.",
            hint: "Give each its own name with '--node', or $ROUTEDB_NODE.")
    }

    package func shutDown() async {
        await client.close()
        await listener.close()
    }
}

/// Waits for the notifications of a hub, on a queue of its own.
private actor HubListener {
    private let executor = QueueExecutor(label: "routedb.hub.listener")
    private let address: HubAddress
    private var connection: HubConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ address: HubAddress) { self.address = address }

    func begin() throws {
        connection = nil
        let opened = try HubConnection(address)
        try opened.run("LISTEN routedb_registry")
        connection = opened
    }

    /// Waits for up to half a second; returns whether there was a notification.
    func wait() throws -> Bool {
        guard let connection else { throw CancellationError() }
        return try connection.waitForNotification(milliseconds: 500)
    }

    func close() { connection = nil }
}
#endif
