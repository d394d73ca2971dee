#if Server
package import RouteDB

/// A registry elsewhere, such as a hub's, of which the file of a service is a copy.
///
/// The service reads the copy. What it changes is changed there, and comes back.
package protocol SharedRegistry: Sendable {
    /// The name of the registry in messages, such as `postgresql://db.example.com:5432/routes`.
    var name: String { get }

    /// The address that commands are given after `--hub`.
    var address: String { get }

    /// The number of hits that were set aside there, since they could not be taken.
    var hitsSetAside: Int { get }

    /// Edits the registry.
    func edit<Value: Sendable>(
        _ body: @escaping @Sendable (RouteRegistry) async throws -> Value
    ) async throws -> Value
}

extension ServiceState {
    /// Changes the registry, or tries what that would do.
    ///
    /// Nothing else in the service changes it.
    func change<Value: Sendable>(
        isTrial: Bool = false, _ body: @escaping @Sendable (RouteRegistry) async throws -> Value
    ) async throws -> Value {
        // For a trial the copy will do, so that forms do not keep others from editing.
        guard let shared, !isTrial else { return try await body(registry) }
        let value = try await shared.edit(body)
        // The edit is made, whether or not it can be read here at once.
        try? await registry.refresh()
        return value
    }
}
#endif
