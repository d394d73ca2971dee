import RouteDBDatabase

/// A value that is set once and that any number of tasks can wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var nextTicket = 0
        /// The callbacks of waiting tasks, which get `nil` if the task is cancelled.
        var waiting: [Int: @Sendable (Value?) -> Void] = [:]
    }
    private let state = Locked(State())

    /// Sets the value, unless it is set already.
    @discardableResult
    func settle(_ value: Value) -> Bool {
        let waiting: [Int: @Sendable (Value?) -> Void]? = state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiting = [:] }
            return state.waiting
        }
        // Outside the lock, because the callbacks may run any code.
        for wake in (waiting ?? [:]).values { wake(value) }
        return waiting != nil
    }

    var current: Value? { state.withLock { $0.value } }

    /// Waits for the value, even if the task is cancelled.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            wait(as: takeTicket()) { value in
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    /// Waits for the value; returns `nil` if the waiting task is cancelled first.
    func valueOrCancellation() async -> Value? {
        let ticket = takeTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(as: ticket) { continuation.resume(returning: $0) }
                // The cancellation handler below may have run before anything waited.
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

    /// Calls a closure once: with the value, immediately or when it is set, or with `nil` if the
    /// wait is cancelled first.
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
