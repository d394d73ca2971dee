import RouteDBRouting
import RouteDBStorage

/// The immutable state that the workers of a replay share.
struct ReplayTask: Sendable {
    let tables: (old: RoutingTable, new: RoutingTable)
    let revisions: (old: Int64, new: Int64)
    let pairing: RoutePairing
    let likeness: RouteLikeness
    let options: ReplayOptions
    /// The routes by id, for reports only.
    let routes: (old: [RouteID: ReplayRoute], new: [RouteID: ReplayRoute])
}

/// One of the threads that resolve.
actor ReplayWorker {
    private let executor: QueueExecutor
    private let task: ReplayTask
    private let delivery: ReplayDelivery?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ number: Int, _ task: ReplayTask, _ delivery: ReplayDelivery?) {
        executor = QueueExecutor(label: "routedb.replay.\(number)")
        self.task = task
        self.delivery = delivery
    }

    /// Replays batches until the queue ends.
    func run(_ queue: ReplayQueue) -> ReplayTally {
        var run = ReplayRun(task, collects: delivery != nil)
        while let batch = queue.pop() {
            let found = run.replay(batch)
            if let delivery, !delivery.deliver(found, of: batch) { queue.cancel() }
        }
        return run.tally
    }
}
