import Dispatch
import RouteDB

/// A bounded queue that passes batches from the reading thread to the resolving ones.
///
/// The bound keeps memory use constant. The methods block, so every thread that calls them belongs
/// to the replay and none to the shared pool.
final class ReplayQueue: Sendable {
    private struct State {
        var batches: [ReplayBatch] = []
        var isCancelled = false
    }

    private let state = Locked(State())
    /// Counts free places; `filled` counts waiting batches.
    private let room = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    /// Creates a queue for a number of batches.
    init(capacity: Int) {
        // A semaphore must not be destroyed with a lower value than it was created with.
        for _ in 0..<capacity { room.signal() }
    }

    /// Adds a batch, waiting for room.
    func push(_ batch: ReplayBatch) -> Bool {
        room.wait()
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.batches.append(batch) }
            return state.isCancelled
        }
        // Each waiting thread wakes the next one.
        if isCancelled { room.signal() } else { filled.signal() }
        return !isCancelled
    }

    /// Removes the oldest batch, waiting for one; `nil` if the queue has ended.
    func pop() -> ReplayBatch? {
        filled.wait()
        let batch = state.withLock { state in
            state.batches.isEmpty ? nil : state.batches.removeFirst()
        }
        if batch == nil { filled.signal() } else { room.signal() }
        return batch
    }

    /// Marks the end: no batch will be added.
    func finish() {
        // A signal without a batch: the thread that finds none passes the signal on.
        filled.signal()
    }

    /// Drops all batches, including those added later.
    func cancel() {
        state.withLock { state in
            state.batches = []
            state.isCancelled = true
        }
        filled.signal()
        room.signal()
    }
}
