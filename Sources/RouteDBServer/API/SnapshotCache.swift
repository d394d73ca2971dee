#if Server
package import RouteDB

/// The contents of the revisions that were asked for last, so that the pages of a list, and the lists
/// of a page of the console, do not each read the registry's file.
package final class SnapshotCache: Sendable {
    /// The newest revision, and one that somebody looks back at.
    private static let most = 2

    /// The contents, the ones used last at the end.
    private let snapshots = Guarded([RegistrySnapshot]())

    package init() {}

    /// Returns the contents of a registry at a revision.
    ///
    /// - Parameters:
    ///   - revision: The revision.
    ///   - registry: The registry; always the same for a cache.
    /// - Returns: The contents.
    /// - Throws: ``RouteDBError`` with `revisionNotFound`, `busy`, `corrupt`, `closed`.
    package func snapshot(
        _ revision: Int64, of registry: RouteRegistry
    ) async throws(RouteDBError) -> RegistrySnapshot {
        if let known = snapshots.withLock({ Self.take(revision, from: &$0) }) { return known }
        let snapshot = try await registry.snapshot(at: revision)
        snapshots.withLock { snapshots in
            _ = Self.take(revision, from: &snapshots)
            if snapshots.last?.revision != revision { snapshots.append(snapshot) }
            if snapshots.count > Self.most { snapshots.removeFirst() }
        }
        return snapshot
    }

    /// Finds a revision, which becomes the one used last.
    private static func take(
        _ revision: Int64, from snapshots: inout [RegistrySnapshot]
    ) -> RegistrySnapshot? {
        guard let index = snapshots.firstIndex(where: { $0.revision == revision }) else {
            return nil
        }
        let found = snapshots.remove(at: index)
        snapshots.append(found)
        return found
    }
}
#endif
