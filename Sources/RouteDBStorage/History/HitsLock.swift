#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock around every commit and every checkpoint of a history.
///
/// libsqlite3 before 3.51.3 can corrupt a file with a write-ahead log when one connection
/// checkpoints while another writes; whoever holds this lock does either alone. It is a file of
/// its own beside the history, so that no descriptor of SQLite's files is ever opened or closed.
/// The system lets go of it when the process ends, however it ends.
final class HitsLock {
    let path: String
    private let descriptor: Int32
    private let timeout: Duration

    /// Opens the lock of the history at a path, and makes its file if there is none.
    init(historyPath: String, busyTimeoutMilliseconds: Int) throws(RouteDBError) {
        let suffix = ".db"
        let stem =
            historyPath.hasSuffix(suffix) ? historyPath.dropLast(suffix.count) : historyPath[...]
        path = stem + ".lock"
        timeout = .milliseconds(max(0, busyTimeoutMilliseconds))
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw RouteDBError(
                .permissionDenied,
                "The lock '\(path)' of the history '\(historyPath)' cannot be opened or created.",
                hint: "Make the file and its directory writable.")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Runs a closure with the lock, which is waited for.
    ///
    /// - Throws: `busy` if another holds it for longer than the timeout.
    func locked<Result>(
        _ body: () throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        let deadline = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
                throw RouteDBError(
                    .busy, "The history is in use: another process holds its lock '\(path)'.",
                    hint: "Try again later.")
            }
            usleep(UInt32.random(in: 200...1_000))
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }
}
