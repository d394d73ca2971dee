#if Server || Hub
import RouteDB

/// The file that is kept equal to a source, and what was received for it.
///
/// All work on it happens on a queue of its own.
package actor ReplicaFile {
    private let executor = QueueExecutor(label: "routedb.follower")
    private let path: String
    private let source: String
    private let limits: SourceLimits
    private let clock: @Sendable () -> Timestamp
    private let busyTimeout: Duration
    private var store: RegistryStore?
    private var received: SpoolFile?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(
        path: String, source: String, limits: SourceLimits, busyTimeout: Duration,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.path = path
        self.source = source
        self.limits = limits
        self.busyTimeout = busyTimeout
        self.clock = clock
    }

    private var origin: RegistryOrigin {
        RegistryOrigin(address: source, since: clock())
    }

    /// The revision that the file has; the start if there is no file, or an empty one.
    func position() throws(RouteDBError) -> FeedPosition {
        guard FileAccess(path: path).hasBytes else { return .start }
        let store = try openStore()
        let position = try store.position()
        if position != .start { try store.requireFollowing() }
        return position
    }

    /// Makes room for a feed.
    func beginReceiving() throws(RouteDBError) {
        received = try SpoolFile(beside: path, limit: limits.feedBytes)
    }

    /// Keeps bytes of a feed.
    func receive(_ bytes: [UInt8]) throws(RouteDBError) { try received?.append(bytes) }

    /// Takes the feed that was received.
    func takeReceived() throws(RouteDBError) -> FeedStep {
        defer { received = nil }
        guard let received else {
            throw RouteDBError(.closed, "Nothing was received from '\(source)'.")
        }
        return try take(FeedFile(received.content, name: "the feed of '\(source)'"))
    }

    /// Takes what a file has: a registry, such as a backup, or a feed that was saved.
    func take(snapshot: String) throws(RouteDBError) -> FeedStep {
        let name = "the snapshot '\(snapshot)'"
        guard DatabaseFile.isThere(at: snapshot) else {
            return try take(FeedFile(try ReadableFile(path: snapshot), name: name))
        }
        let other = try RegistryStore.open(
            path: snapshot, mode: .copying(time: clock()), busyTimeout: busyTimeout)
        let spool = try SpoolFile(beside: path, limit: limits.feedBytes)
        var feed = try other.beginFeed(after: .start)
        while true {
            let page = try other.readFeed(&feed)
            guard !page.isEmpty else { break }
            try spool.append(page)
        }
        return try take(FeedFile(spool.content, name: name))
    }

    private func take(_ feed: FeedFile) throws(RouteDBError) -> FeedStep {
        do {
            return try openStore().follow(feed, from: origin)
        } catch {
            close()
            throw error
        }
    }

    /// Closes the file; the next use opens it again.
    func close() {
        store?.removeIfEmpty()
        store = nil
    }

    private func openStore() throws(RouteDBError) -> RegistryStore {
        if let store { return store }
        let opened = try RegistryStore.open(
            path: path, mode: .following(time: clock()), busyTimeout: busyTimeout)
        store = opened
        return opened
    }
}
#endif
