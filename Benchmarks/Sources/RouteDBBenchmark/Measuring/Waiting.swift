import Dispatch
import Synchronization

/// Holds a command's thread until asynchronous work is done.
///
/// No command is asynchronous itself: the main thread of such a program would end inside Dispatch, where
/// Valgrind crashes.
enum Waiting {
    /// Waits for work that cannot fail.
    static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }

    /// Waits for work, and throws its error.
    static func wait(forThrowing work: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Outcome()
        wait {
            do {
                try await work()
            } catch {
                outcome.error.withLock { $0 = error }
            }
        }
        if let error = outcome.error.withLock({ $0 }) { throw error }
    }

    private final class Outcome: Sendable {
        let error = Mutex<(any Error)?>(nil)
    }
}
