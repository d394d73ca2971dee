import Synchronization

/// The way to say, once, how the work of a handler ended, also after the handler has returned.
///
/// A dispatch has one, which its handlers get in ``Invocation/completion``. The first call counts;
/// later ones change nothing, return `false`, and are counted in ``Dispatcher/lateCompletions``.
/// When a dispatch ends in any other way than by a handler that took it, its completion fails.
/// Safe to use from any thread.
public final class Completion: Sendable {
    /// How the work ended.
    public enum Outcome: Sendable {
        /// It was done; with information, if there is any.
        case finished((any Sendable)?)
        /// It failed.
        case failed(any Error)
        /// All who could have said it let go of the completion without a word.
        case abandoned
        /// The task that waited was cancelled; the work may still end.
        case waitCancelled
    }

    private let settled = Settled<Outcome>()
    let counters: DispatchCounters

    init(counters: DispatchCounters) { self.counters = counters }

    deinit { settled.settle(.abandoned) }

    /// Says that the work is done.
    ///
    /// - Parameter info: Information for who waits.
    /// - Returns: Whether this was the first word.
    @discardableResult
    public func finish(_ info: (any Sendable)? = nil) -> Bool { say(.finished(info)) }

    /// Says that the work failed.
    ///
    /// - Parameter error: Why.
    /// - Returns: Whether this was the first word.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { say(.failed(error)) }

    /// Says what follows from the dispatch's end, if nobody else has said anything.
    func settle(_ outcome: Outcome) { settled.settle(outcome) }

    var pending: Pending { Pending(settled: settled) }

    private func say(_ outcome: Outcome) -> Bool {
        let isFirst = settled.settle(outcome)
        if !isFirst { counters.lateCompletions.add(1, ordering: .relaxed) }
        return isFirst
    }
}

extension Completion {
    /// The end of a handler's work, for those who wait for it.
    public struct Pending: Sendable {
        fileprivate let settled: Settled<Outcome>

        /// How the work ended; waits until it has.
        ///
        /// It never hangs: a completion that nobody holds any more counts as abandoned, and a
        /// cancelled task gets `waitCancelled`. Any number of tasks may wait.
        public var value: Outcome {
            get async { await settled.valueOrCancellation() ?? .waitCancelled }
        }

        /// How the work ended, if it has.
        public var current: Outcome? { settled.current }
    }
}
