#if Server
package import RouteDB

/// The contents of the revisions that were asked for last, so that the pages of a list, and the lists
/// of a page of the console, do not each read the registry's file.
package struct SnapshotCache: Sendable {
    /// A revision of the history with a number: another history may have the same revisions.
    private struct Key: Hashable {
        let history: UInt64
        let revision: Int64
    }

    /// The newest revision, and one that somebody looks back at.
    private let contents = MemoCache<Key, RegistrySnapshot, RouteDBError>(most: 2)

    package init() {}

    /// Returns the contents of a registry, always the same for a cache, at a revision.
    package func snapshot(
        _ revision: Int64, of registry: RouteRegistry
    ) async throws(RouteDBError) -> RegistrySnapshot {
        let key = Key(history: registry.historyNumber, revision: revision)
        return try await contents.value(key) { () async throws(RouteDBError) in
            try await registry.snapshot(at: revision)
        }
    }
}
#endif
