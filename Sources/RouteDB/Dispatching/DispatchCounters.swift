import Synchronization

/// Counts the answers and completions that came too late, since the dispatcher was made.
final class DispatchCounters: Sendable {
    /// The number of answers that came after the dispatch had timed out.
    let lateAnswers = Atomic<Int>(0)
    /// The number of calls to completions that had been called before.
    let lateCompletions = Atomic<Int>(0)
}
