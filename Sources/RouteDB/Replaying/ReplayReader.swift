import RouteDBStorage

/// The thread that reads hits.
actor ReplayReader {
    /// What there is to say of what was read.
    struct Summary: Sendable {
        let rejects: ReplayRejects?
        /// Whether all that was wanted was read.
        let isComplete: Bool
    }

    private let executor = QueueExecutor(label: "routedb.replay.reader")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Reads a source to its end, or until no more hits are wanted.
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
        // Whoever has gone has said why.
        try? feed.finish()
        queue.finish()
        return Summary(rejects: feed.rejects, isComplete: isComplete)
    }
}
