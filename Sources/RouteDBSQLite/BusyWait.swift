internal import RouteDBCSQLite

/// The wait for a lock that somebody else holds: short, jittered, and bounded by a deadline.
///
/// SQLite's own handler backs off to steps of 100 ms, so that whoever waited longest asks least
/// often. Here everybody asks at the same rate, however long they have waited.
final class BusyWait {
    private let timeout: Duration
    private let interrupter: Interrupter
    private var deadline: ContinuousClock.Instant
    private var interruptionsAtStart = 0
    private var wasInterrupted = false

    init(timeoutMilliseconds: Int, interrupter: Interrupter) {
        timeout = .milliseconds(max(0, timeoutMilliseconds))
        self.interrupter = interrupter
        deadline = .now
    }

    /// Sleeps a little.
    ///
    /// - Parameter attempt: zero for the first attempt of a wait, which starts its deadline.
    /// - Returns: whether to ask for the lock again.
    func shouldRetry(attempt: Int32) -> Bool {
        let now = ContinuousClock.now
        if attempt == 0 {
            deadline = now + timeout
            interruptionsAtStart = interrupter.count
            wasInterrupted = false
        }
        guard now < deadline else { return false }
        sqlite3_sleep(Int32.random(in: 1...4))
        wasInterrupted = interrupter.count != interruptionsAtStart
        return !wasInterrupted
    }

    /// Says, once, whether the last wait ended because the connection was interrupted.
    func takeInterruption() -> Bool {
        defer { wasInterrupted = false }
        return wasInterrupted
    }

    /// Makes `handle` wait this way.
    ///
    /// The caller keeps the object alive as long as the handle.
    func install(on handle: OpaquePointer) -> Int32 {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return sqlite3_busy_handler(
            handle,
            { context, attempt in
                guard let context else { return 0 }
                let wait = Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
                return wait.shouldRetry(attempt: attempt) ? 1 : 0
            }, context)
    }
}
