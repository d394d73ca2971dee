import RouteDBStorage

/// The one place that touches a history's file for ``HitHistory``: it owns the connection, and
/// works on a queue of its own.
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

    /// Runs a read on the history's queue.
    func read<Result: Sendable>(
        _ body: @Sendable (HitsReader) throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        guard let reader else {
            throw RouteDBError(
                .closed, "The history '\(path)' is closed.", hint: "Open it again.")
        }
        return try body(reader)
    }

    /// Takes hits away, and gives their space back.
    func prune(_ retention: HitRetention, timeMicroseconds: Int64) throws(RouteDBError) -> Int64 {
        // A closed history is none to write to, and a missing one is not made.
        try read { _ in }
        let writer = try HitsWriter(
            path: path, stream: Self.unusedStream, timeMicroseconds: timeMicroseconds,
            busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        let hits = try writer.prune(retention, timeMicroseconds: timeMicroseconds)
        if hits > 0 { try writer.returnFreeSpace() }
        return hits
    }

    /// Takes imports back, and gives their space back.
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

    /// A writer has a stream; one that only prunes writes no hit to it, and it gets no row.
    private static let unusedStream = [UInt8](repeating: 0, count: 16)
}
