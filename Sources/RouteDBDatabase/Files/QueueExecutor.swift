import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The current thread.
package enum CurrentThread {
    /// A number that is constant for the life of the thread and usually differs between threads.
    package static var number: UInt64 {
        let thread = pthread_self()
        // A thread is a word or a pointer, so it has the bytes of a word.
        let bits = unsafe withUnsafeBytes(of: thread) {
            unsafe $0.loadUnaligned(as: UInt.self)
        }
        return UInt64(bits) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Blocks the thread for a time.
    package static func sleep(microseconds: UInt32) { usleep(microseconds) }
}

/// Runs an actor's work on its own dispatch queue.
///
/// SQLite blocks while it waits for the disk or another process. On a queue it blocks a dedicated
/// thread, instead of one of the few threads that all tasks share.
package final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// Creates an executor; debuggers show the label of its queue.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job after the ones before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure keeps the executor alive, and runs the job once.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure on the queue after the jobs before it, while the calling thread waits.
    ///
    /// Never call it on the queue itself.
    package func runWaiting<Result>(_ work: () throws -> Result) rethrows -> Result {
        try queue.sync(execute: work)
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
