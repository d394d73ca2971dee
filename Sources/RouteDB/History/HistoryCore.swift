import RouteDBStorage

/// Owns the connection to a history file for ``HitHistory`` and does all work on it, on its own
/// dispatch queue.
actor HistoryCore {
    private let executor = QueueExecutor(label: "routedb.history")
    private let path: String
    nonisolated let busyTimeoutMilliseconds: Int
    private var reader: HitsReader?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(path: String, busyTimeoutMilliseconds: Int) {
        self.path = path
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    }

    func open() throws(RouteDBError) {
        reader = try HitsReader(path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    }

    func close() { reader = nil }

    /// Runs a closure that reads the file, on the history's queue.
    func read<Result: Sendable>(
        _ body: @Sendable (HitsReader) throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        guard let reader else {
            throw RouteDBError(
                .closed, "The history '\(path)' is closed.", hint: "Open it again.")
        }
        return try body(reader)
    }

    /// Deletes hits and returns their space to the file system.
    func prune(_ retention: HitRetention, timeMicroseconds: Int64) throws(RouteDBError) -> Int64 {
        // This fails if the history is closed. HitsWriter would reopen it, or create a missing
        // file.
        try read { _ in }
        let writer = try HitsWriter(
            path: path, stream: Self.unusedStream, timeMicroseconds: timeMicroseconds,
            busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        let hits = try writer.prune(retention, timeMicroseconds: timeMicroseconds)
        if hits > 0 { try writer.returnFreeSpace() }
        return hits
    }

    /// Removes imports and returns their space to the file system.
    func forget(
        _ ids: Set<Int64>, timeMicroseconds: Int64
    ) throws(RouteDBError) -> ForgottenImports {
        try read { _ in }
        let writer = try HitsWriter(
            path: path, stream: Self.unusedStream, timeMicroseconds: timeMicroseconds,
            busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        let result = try writer.forget(ids, timeMicroseconds: timeMicroseconds)
        try writer.returnFreeSpace()
        return result
    }

    /// The stream of writers that write no hits; it never gets a row.
    private static let unusedStream = [UInt8](repeating: 0, count: 16)
}
