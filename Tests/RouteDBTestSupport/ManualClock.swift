import RouteDB

/// A clock that only advances when told to.
package final class ManualClock: Clock {
    /// A time relative to the creation of the clock.
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        package func duration(to other: Instant) -> Duration { other.offset - offset }

        package static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var begun = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Locked(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }

    package var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of sleepers.
    package var sleeping: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let ticket = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isPast = state.withLock { state in
                    if state.now >= deadline { return true }
                    state.sleepers[ticket] = Sleeper(
                        deadline: deadline, continuation: continuation)
                    return false
                }
                if isPast { continuation.resume() }
                if Task.isCancelled { wake(ticket) }
            }
        } onCancel: {
            wake(ticket)
        }
    }

    /// Waits until there are that many sleepers.
    package func waitForSleepers(_ count: Int = 1) async {
        while sleeping < count { await Task.yield() }
    }

    /// Advances the time, and wakes the sleepers whose deadline has passed.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.value.deadline <= now }
            for ticket in woken.keys { state.sleepers[ticket] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func wake(_ ticket: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: ticket) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
