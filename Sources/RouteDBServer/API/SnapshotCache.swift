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

    /// A list of routes at a revision.
    private struct ListKey: Hashable {
        let key: Key
        let filter: RouteFilter
    }

    /// The newest revision, and one that somebody looks back at.
    private let contents = MemoCache<Key, RegistrySnapshot, RouteDBError>(most: 2)
    /// The same without most routes.
    private let items = MemoCache<Key, RegistrySnapshot, RouteDBError>(most: 2)
    /// The numbers of routes of the lists that were asked for last.
    private let counts = MemoCache<ListKey, Int, RouteDBError>(most: 16)

    package init() {}

    /// Returns the contents of a registry, always the same for a cache, at a revision.
    package func snapshot(
        _ revision: Int64, of registry: RouteRegistry
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await contents.value(key(revision, of: registry)) { () async throws(RouteDBError) in
            try await registry.snapshot(at: revision)
        }
    }

    /// Returns all items at a revision but routes, which are counted, and of which there are those that the
    /// others refer to.
    func items(
        _ revision: Int64, of registry: RouteRegistry
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await items.value(key(revision, of: registry)) { () async throws(RouteDBError) in
            try await registry.items(countingRoutes: true, at: .number(revision))
        }
    }

    /// Returns the number of routes at a revision that meet conditions.
    func count(
        _ filter: RouteFilter, _ revision: Int64, of registry: RouteRegistry
    ) async throws(RouteDBError) -> Int {
        let key = ListKey(key: key(revision, of: registry), filter: filter)
        return try await counts.value(key) { () async throws(RouteDBError) in
            try await registry.count(filter, at: .number(revision))
        }
    }

    private func key(_ revision: Int64, of registry: RouteRegistry) -> Key {
        Key(history: registry.historyNumber, revision: revision)
    }
}
#endif
