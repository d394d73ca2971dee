import Synchronization

/// A value protected by a mutex, in a form that the thread sanitizer understands.
///
/// On Linux, the kernel can hand a contended mutex from one thread to the next without the thread
/// sanitizer noticing, which then reports a data race in correct code. A suppression would hide every
/// race with a critical section on one side. So `.ci/sanitize` defines `THREAD_SANITIZER`, with which
/// every critical section first reads an atomic flag and writes it last: a synchronization that the
/// sanitizer sees.
///
/// It stands in the module of the queue of hits, because other modules call it without specializing
/// it, which takes a fifth of the time of recording a hit.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    #if THREAD_SANITIZER
        private let turn = Atomic<Bool>(false)
    #endif

    package init(_ value: Value) { mutex = Mutex(value) }

    /// Calls a closure with exclusive access to the value, waiting for the lock if necessary.
    package borrowing func withLock<Result: Sendable>(
        _ body: (inout Value) -> Result
    ) -> Result {
        mutex.withLock { value in
            #if THREAD_SANITIZER
                _ = turn.load(ordering: .acquiring)
                defer { turn.store(true, ordering: .releasing) }
            #endif
            return body(&value)
        }
    }

    /// Calls a closure with exclusive access to the value, unless the lock is taken.
    package borrowing func withLockIfAvailable<Result: Sendable>(
        _ body: (inout Value) -> Result
    ) -> Result? {
        mutex.withLockIfAvailable { value in
            #if THREAD_SANITIZER
                _ = turn.load(ordering: .acquiring)
                defer { turn.store(true, ordering: .releasing) }
            #endif
            return body(&value)
        }
    }
}
