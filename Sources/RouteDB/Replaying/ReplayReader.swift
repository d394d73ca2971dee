import RouteDBStorage

/// The thread that reads the hits.
actor ReplayReader {
    /// How reading ended.
    struct Summary: Sendable {
        let rejects: ReplayRejects?
        /// Whether the source was read to its end.
        let isComplete: Bool
    }

    private let executor = QueueExecutor(label: "routedb.replay.reader")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Reads a source to its end, or until the replay is stopped.
    func run(
        _ source: ReplaySource, _ options: ReplayOptions, _ queue: ReplayQueue,
        _ observe: (@Sendable (ReplayProgress) -> Bool)?
    ) throws -> Summary {
        var feed = ReplayFeed(options, queue, observe)
        var isComplete = true
        do {
            try source.give(&feed)
            try feed.report()
        } catch let error as RouteDBError where error.code == .interrupted {
            isComplete = false
        } catch {
            queue.cancel()
            throw error
        }
        // A cancelled queue means that delivery failed, and that error is reported already.
        try? feed.finish()
        queue.finish()
        return Summary(rejects: feed.rejects, isComplete: isComplete)
    }
}
