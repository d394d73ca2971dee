import Dispatch

/// Hands batches from the thread that reads to those that resolve; few wait at a time, so memory
/// stays the same however many there are.
///
/// Its methods block, so each thread is one of the program's own and none of the shared pool.
final class ReplayQueue: Sendable {
    private struct State {
        var batches: [ReplayBatch] = []
        var isCancelled = false
    }

    private let state = Guarded(State())
    /// Counts the places that are free, and the batches that wait.
    private let room = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    /// Makes a queue for so many batches.
    init(capacity: Int) {
        // A semaphore must not end with less than it began with.
        for _ in 0..<capacity { room.signal() }
    }

    /// Adds a batch, and waits until there is room for it.
    ///
    /// - Returns: Whether anybody will take it.
    func push(_ batch: ReplayBatch) -> Bool {
        room.wait()
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.batches.append(batch) }
            return state.isCancelled
        }
        // One signal for all who wait, now and later.
        if isCancelled { room.signal() } else { filled.signal() }
        return !isCancelled
    }

    /// Takes the batch that waits longest; `nil` if there will be none.
    func pop() -> ReplayBatch? {
        filled.wait()
        let batch = state.withLock { state in
            state.batches.isEmpty ? nil : state.batches.removeFirst()
        }
        if batch == nil { filled.signal() } else { room.signal() }
        return batch
    }

    /// Says that no batch will come.
    func finish() {
        // A batch less than signals: whoever finds none hands the signal on.
        filled.signal()
    }

    /// Drops all batches, now and later.
    func cancel() {
        state.withLock { state in
            state.batches = []
            state.isCancelled = true
        }
        filled.signal()
        room.signal()
    }
}
