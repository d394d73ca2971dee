import Dispatch

/// Runs an actor's work on a queue of its own.
///
/// SQLite blocks while it waits for the disk or for another process; on a queue it blocks a
/// thread made for that, and not one of the few that all tasks share.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor whose queue has a name, which debuggers show.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job when those before it are done.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
