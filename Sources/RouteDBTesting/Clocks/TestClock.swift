public import RouteDB

/// A clock that stands still until a test moves it.
///
/// It is both clocks of an app's routing: the time of day of a registry, and the clock by which a
/// dispatcher's timeouts expire.
///
/// ```swift
/// let clock = try TestClock(at: "2026-07-01T09:00:00+02:00")
/// let registry = try RouteRegistry(testing: ["/news/{id}": "news"], clock: clock)
/// let options = Dispatcher.Options(timeout: .seconds(5), clock: clock)
/// let dispatcher = Dispatcher(registry, options: options)
/// try clock.move(to: "2026-07-01T22:00:00+02:00")
/// ```
///
/// Use it from any thread.
public final class TestClock: Clock {
    /// A time of the clock.
    public struct Instant: InstantProtocol {
        /// The time since 1970-01-01T00:00:00Z.
        public var offset: Duration

        /// Returns a later instant, or an earlier one for a negative duration.
        ///
        /// - Parameter duration: How much later it is.
        /// - Returns: The instant.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns how long it is to another instant.
        ///
        /// - Parameter other: The other instant.
        /// - Returns: The duration, which is negative if the other is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether one instant is before another.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var begun = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state: Locked<State>

    /// Creates a clock.
    ///
    /// - Parameter time: The time that it shows, by default 2026-01-01T00:00:00Z.
    public init(at time: Timestamp = Timestamp(microseconds: 1_767_225_600_000_000)) {
        state = Locked(State(now: Instant(time)))
    }

    /// Creates a clock that shows a time given as text.
    ///
    /// - Parameter text: A date or a time with an offset, as `Timestamp` reads it.
    /// - Throws: `RouteDBError` with `invalidValue` for any other text.
    public convenience init(at text: String) throws(RouteDBError) {
        self.init(at: try Timestamp(testing: text))
    }

    /// The time that the clock shows.
    public var time: Timestamp {
        let microseconds = now.offset.attoseconds / 1_000_000_000_000
        return Timestamp(microseconds: Int64(clamping: microseconds))
    }

    /// The time that the clock shows, as an instant.
    public var now: Instant { state.withLock { $0.now } }

    /// The shortest time that the clock tells apart.
    public var minimumResolution: Duration { .microseconds(1) }

    // MARK: Moving

    /// Advances the time, and wakes the tasks whose deadline has passed.
    ///
    /// - Parameter duration: By how much.
    public func advance(by duration: Duration) { move { $0.advanced(by: duration) } }

    /// Moves the clock to a time, which may be an earlier one, and wakes the tasks whose deadline has
    /// passed.
    ///
    /// - Parameter text: A date or a time with an offset, as `Timestamp` reads it.
    /// - Throws: `RouteDBError` with `invalidValue` for any other text.
    public func move(to text: String) throws(RouteDBError) {
        let time = try Timestamp(testing: text)
        move { _ in Instant(time) }
    }

    private func move(_ change: @Sendable (Instant) -> Instant) {
        let woken = state.withLock { state in
            state.now = change(state.now)
            let now = state.now
            let woken = state.sleepers.filter { $0.value.deadline <= now }
            for ticket in woken.keys { state.sleepers[ticket] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    // MARK: Sleeping

    /// The number of tasks that sleep by this clock.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Waits until so many tasks sleep by this clock, such as those that measure timeouts.
    ///
    /// - Parameter count: The number of tasks.
    public func waitForSleepers(_ count: Int = 1) async {
        while sleepers < count { await Task.yield() }
    }

    /// Sleeps until a test has moved the clock to a deadline.
    ///
    /// - Parameters:
    ///   - deadline: The deadline.
    ///   - tolerance: Unused; sleepers wake exactly when the deadline has passed.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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

    private func wake(_ ticket: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: ticket) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}

extension TestClock.Instant {
    fileprivate init(_ time: Timestamp) { self.init(offset: .microseconds(time.microseconds)) }
}

extension Timestamp {
    /// Reads the time that a test gives.
    fileprivate init(testing text: String) throws(RouteDBError) {
        guard let time = Timestamp(text) else {
            throw RouteDBError(
                .invalidValue, "'\(text)' is not a valid time.",
                hint: "Write a date, or a time with an offset: 2026-01-31T09:30:00+01:00.")
        }
        self = time
    }
}
