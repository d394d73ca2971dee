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
}
