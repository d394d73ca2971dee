#if Server || Hub
package import RouteDB

/// Where a registry that is followed comes from.
package protocol RegistrySource: Sendable {
    /// The name of the source in messages, and in the file that follows; without any secret.
    var name: String { get }

    /// Fetches the feed after a position.
    func fetchFeed(
        after position: FeedPosition, unless tag: String?,
        _ receive: @Sendable ([UInt8]) async throws -> Void
    ) async throws -> String?

    /// Waits for hints that there may be something new, until the connection ends.
    func listen(_ hint: () -> Void) async throws

    /// Is told what the follower has.
    func report(at position: FeedPosition, refusing refusal: RouteDBError?) async -> RouteDBError?

    /// Ends the connections.
    func shutDown() async
}

extension RegistrySource {
    package func report(
        at position: FeedPosition, refusing refusal: RouteDBError?
    ) async -> RouteDBError? { nil }
}
#endif
