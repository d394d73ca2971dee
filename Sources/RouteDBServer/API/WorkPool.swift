#if Server
import HTTPTypes
import NIOPosix
import RouteDB

/// The threads on which the service does what takes long or waits for a file: SQL, lint, documents.
///
/// What serves connections never does that itself. Work that waits for a thread is limited as well:
/// beyond that, callers are told to come again.
package final class WorkPool: Sendable {
    private let pool: NIOThreadPool
    private let most: Int
    private let count = Guarded(0)

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - threads: The number of threads.
    ///   - most: The most pieces of work that wait or run.
    package init(threads: Int = 4, most: Int = 64) {
        pool = NIOThreadPool(numberOfThreads: threads)
        self.most = most
        pool.start()
    }

    /// Runs a piece of work on a thread of the pool.
    ///
    /// - Parameter body: The work. It is given a closure that says whether the caller has gone, for
    ///   work that can stop early.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``Problem`` if too much work waits.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        let isTaken = count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        guard isTaken else {
            throw Problem(
                .serviceUnavailable, "busy", "The service has too much work.",
                hint: "Send the request again later.", fields: [.retryAfter: "5"])
        }
        defer { count.withLock { $0 -= 1 } }
        let isGone = Guarded(false)
        return try await withTaskCancellationHandler {
            try await pool.runIfActive { try body { isGone.withLock { $0 } } }
        } onCancel: {
            isGone.withLock { $0 = true }
        }
    }

    /// Ends the threads.
    package func shutDown() async { try? await pool.shutdownGracefully() }
}
#endif
