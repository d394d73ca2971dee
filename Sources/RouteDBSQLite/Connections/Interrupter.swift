import RouteDBCSQLite

/// A handle that ends what a connection is doing, from any thread.
///
/// It may outlive its connection: interrupting a closed one does nothing. It takes a lock, so it
/// must not be called from a signal handler.
@safe
// Unchecked, for the reason given with the stored properties.
package final class Interrupter: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `handle` and `interruptions` are touched
    // only while `mutex`, which never changes, is held. The connection clears `handle` before it
    // closes it, so SQLite is never called with a closed one.
    private let mutex: OpaquePointer
    private var handle: OpaquePointer?
    private var interruptions = 0

    init() throws(SQLiteError) {
        guard let mutex = unsafe sqlite3_mutex_alloc(SQLITE_MUTEX_FAST) else {
            throw SQLiteError(code: .noMemory, message: "no memory for a mutex")
        }
        unsafe self.mutex = unsafe mutex
    }

    deinit {
        unsafe sqlite3_mutex_free(mutex)
    }

    /// Makes running statements fail with ``ResultCode/interrupt``, and ends a wait for a lock.
    ///
    /// Does nothing on an idle connection.
    package func interrupt() {
        unsafe sqlite3_mutex_enter(mutex)
        defer { unsafe sqlite3_mutex_leave(mutex) }
        guard let handle = unsafe handle else { return }
        interruptions &+= 1
        unsafe sqlite3_interrupt(handle)
    }

    /// The number of interruptions so far; compare two values to detect an interruption.
    var count: Int {
        unsafe sqlite3_mutex_enter(mutex)
        defer { unsafe sqlite3_mutex_leave(mutex) }
        return interruptions
    }

    /// Sets the handle to interrupt, or none.
    ///
    /// Must be called before a connection's handle is closed.
    func follow(_ handle: OpaquePointer?) {
        unsafe sqlite3_mutex_enter(mutex)
        defer { unsafe sqlite3_mutex_leave(mutex) }
        unsafe self.handle = unsafe handle
    }
}
