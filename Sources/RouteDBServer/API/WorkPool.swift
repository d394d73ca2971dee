#if Server
import HTTPTypes
import NIOPosix
import RouteDB

/// The threads on which the service does what takes long or waits for a file: SQL, lint, documents.
///
/// 1. What serves connections never does that itself.
/// 2. Work that waits for a thread is limited as well: beyond that, callers are told at once to come
///    again.
/// 3. Nobody waits for work that they have given up: a call ends with its task, and all end with the
///    pool. A thread that cannot stop what it does is left behind, and counts until it has ended.
package final class WorkPool: Sendable {
    private struct Contents {
        /// How many pieces of work wait or run.
        var count = 0
        var isClosed = false
        /// The functions that let the callers go who wait for a piece, by its number.
        var leaving: [Int: @Sendable () -> Void] = [:]
        var number = 0
    }

    private let pool: NIOThreadPool
    private let most: Int
    private let contents = Locked(Contents())

    /// Creates a pool.
    package init(threads: Int = 4, most: Int = 64) {
        pool = NIOThreadPool(numberOfThreads: threads)
        self.most = most
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Runs a piece of work on a thread of the pool.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        let piece = WorkPiece<Value>()
        guard let number = begin({ piece.leave() }) else {
            throw Problem(
                .serviceUnavailable, "busy", "The service has too much work.",
                hint: "Send the request again later.", fields: [.retryAfter: "5"])
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                piece.wait(continuation)
                pool.submit { [self] state in
                    defer { end(number) }
                    guard case .active = state, !piece.isLeft else {
                        return piece.end(with: .failure(CancellationError()))
                    }
                    piece.end(with: Result { try body { piece.isLeft } })
                }
            }
        } onCancel: {
            piece.leave()
        }
    }

    /// Takes a place for a piece of work, and returns its number; `nil` if there is none.
    private func begin(_ leave: @escaping @Sendable () -> Void) -> Int? {
        contents.withLock { contents in
            guard contents.count < most, !contents.isClosed else { return nil }
            contents.count += 1
            contents.number += 1
            contents.leaving[contents.number] = leave
            return contents.number
        }
    }

    private func end(_ number: Int) {
        contents.withLock { contents in
            contents.count -= 1
            contents.leaving[number] = nil
        }
    }

    /// Ends the pool: its work is told to stop, and whoever waits for it is let go.
    package func shutDown() {
        let leaving = contents.withLock { contents in
            contents.isClosed = true
            return Array(contents.leaving.values)
        }
        for leave in leaving { leave() }
        pool.shutdownGracefully { _ in }
    }
}

/// A piece of work, and the caller who waits for it.
private final class WorkPiece<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var isLeft = false
    }

    private let state = Locked(State())

    /// True if nobody waits for the result any longer.
    var isLeft: Bool { state.withLock { $0.isLeft } }

    /// Keeps the caller until the work has ended, unless they have gone already.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let isLeft = state.withLock { state in
            if !state.isLeft { state.continuation = continuation }
            return state.isLeft
        }
        if isLeft { continuation.resume(throwing: CancellationError()) }
    }

    /// Lets the caller go.
    func leave() {
        state.withLock { $0.isLeft = true }
        end(with: .failure(CancellationError()))
    }

    /// Gives the caller the result, if they wait for it.
    func end(with result: Result<Value, any Error>) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}
#endif
