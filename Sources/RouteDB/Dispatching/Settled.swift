/// A value that is set once, and that any number of tasks wait for.
final class Settled<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var nextTicket = 0
        /// What wakes those who wait, with `nil` if they are cancelled.
        var waiting: [Int: @Sendable (Value?) -> Void] = [:]
    }
    private let state = Guarded(State())

    /// Sets the value, unless it is set.
    ///
    /// - Returns: Whether this call set it.
    @discardableResult
    func settle(_ value: Value) -> Bool {
        let waiting: [Int: @Sendable (Value?) -> Void]? = state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiting = [:] }
            return state.waiting
        }
        // Outside of the lock, where the woken may do what they want.
        for wake in (waiting ?? [:]).values { wake(value) }
        return waiting != nil
    }

    var current: Value? { state.withLock { $0.value } }

    /// Waits for the value, in a cancelled task too.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            wait(as: takeTicket()) { value in
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    /// Waits for the value; `nil` if the task that waits is cancelled first.
    func valueOrCancellation() async -> Value? {
        let ticket = takeTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(as: ticket) { continuation.resume(returning: $0) }
                // If the handler below has run already, it found nobody waiting.
                if Task.isCancelled { cancel(ticket) }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func takeTicket() -> Int {
        state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
    }

    /// Has a closure called once: with the value, at once or later, or with `nil` if cancelled.
    private func wait(as ticket: Int, _ wake: @escaping @Sendable (Value?) -> Void) {
        let known = state.withLock { state in
            if state.value == nil { state.waiting[ticket] = wake }
            return state.value
        }
        if let known { wake(known) }
    }

    private func cancel(_ ticket: Int) {
        state.withLock { $0.waiting.removeValue(forKey: ticket) }?(nil)
    }
}
