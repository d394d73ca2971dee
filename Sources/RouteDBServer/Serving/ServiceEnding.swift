#if Server
import ServiceLifecycle

/// The end of a service, which comes in time whatever still runs.
///
/// Requests get the time to drain. Their tasks are cancelled then, and what is recorded is written. Work
/// that does not stop even so is left behind: it ends with the process.
struct ServiceEnding: Sendable {
    /// How long cancelled tasks may take, and the writing of what is recorded.
    private static let grace = Duration.seconds(2)

    private let time: Duration
    private let results: AsyncStream<Result<Void, any Error>>
    private let result: AsyncStream<Result<Void, any Error>>.Continuation

    /// Creates an end that has not begun.
    init(drainTime: Duration) {
        time = drainTime + Self.grace
        (results, result) = AsyncStream.makeStream()
    }

    /// Begins: from now on, the services have some time only.
    func begin() {
        Task {
            try? await Task.sleep(for: time)
            result.finish()
        }
    }

    /// Runs services until they have ended, or until they should have.
    func run(_ services: @escaping @Sendable () async throws -> Void) async throws {
        let running = Task {
            do {
                result.yield(.success(try await services()))
            } catch {
                result.yield(.failure(error))
            }
        }
        // A task of its own, so that the end is waited for although this one is cancelled.
        let waiting = Task { await results.first { _ in true } }
        let ended = await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            running.cancel()
        }
        do {
            try ended?.get()
        } catch is CancellationError where !Task.isCancelled {}
    }
}
#endif
