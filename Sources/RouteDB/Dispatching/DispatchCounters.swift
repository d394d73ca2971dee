import Synchronization

/// What came too late to count, since a dispatcher was made.
final class DispatchCounters: Sendable {
    /// Handlers that answered after their time was up.
    let lateAnswers = Atomic<Int>(0)
    /// Words to a completion that had been said before.
    let lateCompletions = Atomic<Int>(0)
}
