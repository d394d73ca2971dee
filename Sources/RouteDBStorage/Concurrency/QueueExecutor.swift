import Dispatch

/// Runs an actor's work on its own dispatch queue.
///
/// SQLite blocks while it waits for the disk or another process. On a queue it blocks a dedicated
/// thread, instead of one of the few threads that all tasks share.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor; debuggers show the label of its queue.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job after the ones before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure on the queue after a delay.
    package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = attoseconds / 1_000_000_000
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(nanoseconds))
        queue.asyncAfter(deadline: deadline, execute: work)
    }

    /// Stops the process unless called on the queue, where code is isolated to the actor.
    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
