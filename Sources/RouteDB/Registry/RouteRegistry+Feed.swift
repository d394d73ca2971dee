package import RouteDBDatabase
package import RouteDBStorage

extension RouteRegistry {
    /// Begins a feed of the revisions after one; see ``RegistryStore/beginFeed(after:)``.
    package func beginFeed(
        after position: FeedPosition
    ) async throws(RouteDBError) -> FeedReading {
        try await core.read { store throws(RouteDBError) in try store.beginFeed(after: position) }
    }

    /// Reads the next page of a feed, without its lines staying in memory.
    package func readFeed(
        _ feed: FeedReading
    ) async throws(RouteDBError) -> (page: [UInt8], next: FeedReading) {
        try await core.read { store throws(RouteDBError) in
            var next = feed
            let page = try store.readFeed(&next)
            return (page, next)
        }
    }

    /// Makes the registry one that does not follow another, so that it can be edited.
    package func stopFollowing() async throws(RouteDBError) -> RegistryOrigin? {
        try await core.read { store throws(RouteDBError) in try store.stopFollowing() }
    }

    /// Makes the registry one that follows another, as it was before ``stopFollowing()``.
    package func resumeFollowing(_ origin: RegistryOrigin) async throws(RouteDBError) {
        try await core.read { store throws(RouteDBError) in try store.resumeFollowing(origin) }
    }

    /// The newest revision, with its digest.
    package var position: FeedPosition {
        get async throws(RouteDBError) {
            try await core.read { store throws(RouteDBError) in try store.position() }
        }
    }

    /// The number of times that the file has got another history since it was opened.
    package var historyNumber: UInt64 { core.published.history }

    /// When the registry that this one follows was last heard of; `nil` if it follows none.
    package var sourceContact: ReplicaStatus? {
        get async throws(RouteDBError) {
            guard try await origin != nil else { return nil }
            return ReplicaStatus(besideRegistry: path) ?? ReplicaStatus()
        }
    }

    /// Where the content comes from, if the registry follows another one.
    package var origin: RegistryOrigin? {
        get async throws(RouteDBError) {
            try await core.read { store throws(RouteDBError) in try store.origin() }
        }
    }
}
