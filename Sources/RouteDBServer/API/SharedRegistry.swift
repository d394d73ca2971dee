#if Server
package import RouteDB

/// A registry elsewhere, such as a hub's, of which the file of a service is a copy.
///
/// The service reads the copy. What it changes is changed there, and comes back.
package protocol SharedRegistry: Sendable {
    /// What messages call it, such as `postgresql://db.example.com:5432/routes`.
    var name: String { get }

    /// The address that commands are given after `--hub`.
    var address: String { get }

    /// Edits the registry.
    ///
    /// - Parameter body: Edits it, or a copy of it that is then published.
    /// - Returns: What the closure returns. The service's copy has the edit then, unless it cannot be
    ///   brought up to date now.
    /// - Throws: What the closure throws, and nothing was changed then; ``RouteDBError`` with
    ///   `sourceUnavailable` and more if the registry cannot be edited.
    func edit<Value: Sendable>(
        _ body: @escaping @Sendable (RouteRegistry) async throws -> Value
    ) async throws -> Value
}

extension ServiceState {
    /// Changes the registry, or tries what that would do.
    ///
    /// Nothing else in the service changes it.
    ///
    /// - Parameters:
    ///   - isTrial: Whether the closure changes nothing after all.
    ///   - body: Edits the registry that it is given.
    /// - Returns: What the closure returns. What the caller reads next has the edit.
    /// - Throws: What the closure throws; ``RouteDBError`` if the registry cannot be changed.
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
