import RouteDB
import RouteDBDatabase

extension ReplaySource {
    /// The outcome of reading a source.
    package struct Summary: Sendable {
        /// The lines of a log that could not be read; `nil` if the source is not a log.
        package let rejects: ReplayRejects?
        /// True if the source was read to its end.
        package let isComplete: Bool
    }

    /// Reads the hits of a source, in their order, for something else than resolving them.
    package func reduce<Value: Sendable>(
        _ options: ReplayOptions, into value: Value,
        observing: (@Sendable (ReplayProgress) -> Bool)? = nil,
        _ visit: @escaping @Sendable (inout Value, ArraySlice<UInt8>, Int64) -> Void
    ) async throws -> (value: Value, summary: Summary) {
        let (value, summary) = try await reduceBatches(options, into: value, observing) {
            value, batch in
            for index in 0..<batch.count {
                visit(&value, batch.urls[batch.range(of: index)], batch.weights[index])
            }
            return true
        }
        return (value, Summary(rejects: summary.rejects, isComplete: summary.isComplete))
    }

    /// Reads the batches of a source, in their order, until a closure returns false.
    func reduceBatches<Value: Sendable>(
        _ options: ReplayOptions, into value: Value, readingVisitors: Bool = false,
        _ observing: (@Sendable (ReplayProgress) -> Bool)?,
        _ visit: @escaping @Sendable (inout Value, ReplayBatch) -> Bool
    ) async throws -> (value: Value, summary: ReplayReader.Summary) {
        let queue = ReplayQueue(capacity: 2)
        async let visited = BatchVisitor().run(queue, into: value, visit)
        let summary = try await ReplayReader().run(
            self, options, queue, readingVisitors: readingVisitors, observing)
        return (await visited, summary)
    }
}

/// The thread that visits the batches.
private actor BatchVisitor {
    private let executor = QueueExecutor(label: "routedb.replay.visitor")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    func run<Value: Sendable>(
        _ queue: ReplayQueue, into value: Value,
        _ visit: @Sendable (inout Value, ReplayBatch) -> Bool
    ) -> Value {
        var value = value
        while let batch = queue.pop() {
            guard visit(&value, batch) else {
                queue.cancel()
                break
            }
        }
        return value
    }
}
