import RouteDBCSQLite

/// Waits for a lock that another connection holds: in short, jittered steps, up to a deadline.
///
/// SQLite's own handler backs off to steps of 100 ms, so the connection that has waited longest
/// retries least often. Here every connection retries at the same rate.
final class BusyWait {
    private let timeout: Duration
    private let interrupter: Interrupter
    private var deadline: ContinuousClock.Instant
    private var interruptionsAtStart = 0
    private var wasInterrupted = false

    init(timeout: Duration, interrupter: Interrupter) {
        self.timeout = max(.zero, timeout)
        self.interrupter = interrupter
        deadline = .now
    }

    /// Sleeps for one step.
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

    /// Returns, and then clears, whether the last wait ended because the connection was interrupted.
    func takeInterruption() -> Bool {
        defer { wasInterrupted = false }
        return wasInterrupted
    }

    /// Installs this wait as the busy handler of `handle`.
    ///
    /// The caller keeps the object alive as long as the handle.
    func install(on handle: OpaquePointer) -> Int32 {
        // The connection owns this object, and closes its handle before it lets go of it.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe sqlite3_busy_handler(
            handle,
            { context, attempt in
                guard let context = unsafe context else { return 0 }
                let wait = unsafe Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
                return wait.shouldRetry(attempt: attempt) ? 1 : 0
            }, unsafe context)
    }
}
