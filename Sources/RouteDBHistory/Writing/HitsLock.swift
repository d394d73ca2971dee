import RouteDBDatabase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock for all commits and checkpoints of a history.
///
/// libsqlite3 before 3.51.3 can corrupt a file in WAL mode when one connection checkpoints while
/// another writes, so both happen only under this lock. The lock is a separate file beside the
/// history, so that no descriptor of SQLite's files is ever opened or closed. The system releases
/// the lock when the process ends in any way.
///
/// - L1: A history has one lock, regardless of the symbolic links that lead to it.
/// - L2: The held lock is the one that is at its path; a lock whose file was removed or replaced
///   meanwhile does not count.
/// - L3: Its file has a ``stamp``, which only the newest state of the history has too.
final class HitsLock {
    let path: String
    private let historyPath: String
    private let timeout: Duration
    private(set) var descriptor: Int32 = -1

    /// Opens the lock of the history at a path, and creates its file if necessary.
    init(historyPath: String, limit: FileLimit?, busyTimeout: Duration) throws(RouteDBError) {
        let suffix = ".db"
        let history = FileAccess(path: historyPath).resolved.path
        let stem = history.hasSuffix(suffix) ? history.dropLast(suffix.count) : history[...]
        path = stem + ".lock"
        self.historyPath = historyPath
        timeout = max(.zero, busyTimeout)
        try reopen(limit)
    }

    deinit { closeDescriptor() }

    private func closeDescriptor() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func reopen(_ limit: FileLimit?) throws(RouteDBError) {
        closeDescriptor()
        // Opening a pipe would block, and a link may lead to a file that must not be closed.
        let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
        // These calls use the path and the status only until they return.
        descriptor = unsafe open(path, flags)
        if descriptor < 0, errno == ENOENT {
            if let limit = FileLimit(of: historyPath) ?? limit {
                descriptor = limit.makeFile(at: path, for: flags, isCompanion: true)
            }
            // Also if another process has created it meanwhile.
            if descriptor < 0 { descriptor = unsafe open(path, flags | O_CREAT, 0o644) }
        }
        var status = stat()
        if descriptor >= 0, unsafe fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        {
            return
        }
        closeDescriptor()
        let what = FileAccess(path: path).irregularity.map { "it is \($0)" }
        throw RouteDBError(
            .permissionDenied,
            "The lock '\(path)' of the history '\(historyPath)' cannot be opened or created"
                + (what.map { ": \($0)." } ?? "."),
            hint: what == nil
                ? "Make the file and its directory writable." : "Remove what is at that path.")
    }

    /// Waits for the lock, and runs a closure while holding it.
    func locked<Result>(
        _ body: () throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        let deadline = ContinuousClock.now + timeout
        repeat {
            try take(until: deadline)
        } while try isStale()
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func take(until deadline: ContinuousClock.Instant) throws(RouteDBError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
                throw RouteDBError(
                    .busy, "The history is in use: another process holds its lock '\(path)'.",
                    hint: "Try again later.")
            }
            usleep(UInt32.random(in: 200...1_000))
        }
    }

    /// Returns whether the lock just taken is no longer the one at its path (L2); if so, opens that one.
    private func isStale() throws(RouteDBError) -> Bool {
        guard let locked = FileIdentity(descriptor: descriptor),
            FileAccess(path: path).identity != locked
        else { return false }
        try reopen(nil)
        return true
    }

    /// Removes the lock file; the caller holds the lock.
    func remove() { FileAccess(path: path).remove() }
}
