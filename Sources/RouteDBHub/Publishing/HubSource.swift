#if Hub
package import RouteDB
package import RouteDBFollower

/// A hub whose registry is followed by a node.
///
/// The node tells the hub what it has, and what it refused.
package struct HubSource: RegistrySource {
    /// How often a node that has nothing new is heard of.
    private static let reportInterval = Duration.seconds(30)

    private let desk: HubDesk
    private let node: String
    package let name: String

    /// Connects to a hub.
    ///
    /// - Parameters:
    ///   - address: Where the hub is.
    ///   - node: The name of the node, which no other node has.
    /// - Throws: `invalidValue`.
    package init(_ address: HubAddress, node: String) {
        desk = HubDesk(address)
        self.node = node
        name = address.text
    }

    package func fetchFeed(
        after position: FeedPosition, unless tag: String?,
        _ receive: @Sendable ([UInt8]) async throws -> Void
    ) async throws -> String? {
        guard let found = try await desk.beginFeed(after: position, unless: tag) else { return nil }
        while true {
            let lines = try await desk.readFeed()
            guard !lines.isEmpty else { return found }
            try await receive(lines)
        }
    }

    /// Waits: a hub is asked so often that no hint is needed.
    package func listen(_ hint: () -> Void) async throws {
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }

    package func report(_ event: FollowEvent) async {
        // Whether the hub hears of it changes nothing here.
        switch event {
        case .unchanged(let position):
            try? await desk.report(node: node, at: position, error: nil)
        case .took(let step):
            try? await desk.report(node: node, at: step.new, error: step.refusal?.message)
        case .failed: break
        }
    }

    package func shutDown() async { await desk.close() }
}
#endif
