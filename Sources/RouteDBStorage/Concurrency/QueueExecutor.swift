import Dispatch

/// Runs an actor's work on a queue of its own.
///
/// SQLite blocks while it waits for the disk or for another process; on a queue it blocks a
/// thread made for that, and not one of the few that all tasks share.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor whose queue has a name, which debuggers show.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job when those before it are done.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure on the queue when some time has passed.
    package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = attoseconds / 1_000_000_000
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(nanoseconds))
        queue.asyncAfter(deadline: deadline, execute: work)
    }

    /// Stops the process unless it is called on the queue: who runs there is isolated.
    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
