#if Server
package import RouteDB

/// The contents of the revisions that were asked for last, so that the pages of a list, and the lists
/// of a page of the console, do not each read the registry's file.
package final class SnapshotCache: Sendable {
    /// The newest revision, and one that somebody looks back at.
    private static let most = 2

    /// Contents, with the number of the history that they are of.
    private struct Entry {
        let history: UInt64
        let snapshot: RegistrySnapshot
    }

    /// The contents, the ones used last at the end.
    private let entries = Guarded([Entry]())

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
        let history = registry.historyNumber
        if let known = entries.withLock({ Self.take(revision, of: history, from: &$0) }) {
            return known
        }
        let snapshot = try await registry.snapshot(at: revision)
        entries.withLock { entries in
            if Self.take(revision, of: history, from: &entries) == nil {
                entries.append(Entry(history: history, snapshot: snapshot))
            }
            if entries.count > Self.most { entries.removeFirst() }
        }
        return snapshot
    }

    /// Finds a revision, which becomes the one used last.
    private static func take(
        _ revision: Int64, of history: UInt64, from entries: inout [Entry]
    ) -> RegistrySnapshot? {
        let index = entries.firstIndex {
            $0.snapshot.revision == revision && $0.history == history
        }
        guard let index else { return nil }
        let found = entries.remove(at: index)
        entries.append(found)
        return found.snapshot
    }
}
#endif
