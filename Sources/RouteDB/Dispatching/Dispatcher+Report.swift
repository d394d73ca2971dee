import RouteDBDatabase
public import RouteDBRouting
import Synchronization

extension Dispatcher {
    /// The result of a dispatch; each dispatch returns exactly one.
    public struct Report: Sendable {
        /// How the dispatch ended.
        public let outcome: Dispatcher.Outcome
        /// The resolution of the last match that was tried, or the unmatched or invalid resolution if
        /// there was no match.
        public let resolution: Resolution
        /// The result that the handler returned with its answer.
        public let result: (any Sendable)?
        /// All attempts, in order.
        public let attempts: [Dispatcher.Attempt]
        /// The errors of guards that let the request pass with a warning, in order.
        public let warnings: [any Error]
        /// The handler that was called because no route's handler took the request.
        public let fallback: Dispatcher.Fallback
        /// The outcome of work that the handler may have left for later, or `nil` if nothing was tried.
        public let completion: Dispatcher.Completion.Pending?
        /// The value to pass to ``Dispatcher/resume(_:as:)`` once the challenge is met, or `nil` if the
        /// outcome is not `challenged`.
        public let resumption: Dispatcher.Resumption?

        /// The result of a navigation host, even if it refused to do anything, or `nil` if none was asked.
        public let navigation: NavigationResult?
    }
}

/// The state of a running dispatch.
///
/// The dispatch updates the record, and its timeout may close it at any time from another task.
/// Whoever closes the record first returns the report, and after that nothing more is called or
/// noted. This ensures that there is exactly one report.
final class DispatchRecord: Sendable {
    fileprivate struct State {
        var resolution: Resolution
        var attempts: [Dispatcher.Attempt] = []
        var warnings: [any Error] = []
        var navigation: NavigationResult?
        /// The attempt in progress.
        var current: (route: RouteID?, target: String?)?
        var isClosed = false
    }

    private let state: Locked<State>
    private let completion: Dispatcher.Completion.Pending

    init(
        resolution: Resolution, attempts: [Dispatcher.Attempt] = [],
        completion: Dispatcher.Completion.Pending
    ) {
        state = Locked(State(resolution: resolution, attempts: attempts))
        self.completion = completion
    }

    /// True if code may be called: the task is not cancelled and the timeout has not expired.
    var mayContinue: Bool { !Task.isCancelled && state.withLock { !$0.isClosed } }

    /// Sets the resolution for the report; a match that is tried later replaces it.
    func note(_ resolution: Resolution) {
        state.withLock { state in
            if !state.isClosed { state.resolution = resolution }
        }
    }

    /// Begins an attempt, for a match or for code that is called without one.
    func begin(_ target: String?, of match: Resolution? = nil) -> Bool {
        state.withLock { state in
            if state.isClosed || Task.isCancelled { return false }
            if let match { state.resolution = match }
            state.current = (match?.foundID, target)
            return true
        }
    }

    /// Ends the attempt that was begun last.
    func end(_ outcome: Dispatcher.Attempt.Outcome, navigation: NavigationResult? = nil) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.endAttempt(outcome)
            if let navigation { state.navigation = navigation }
        }
    }

    func warn(_ warning: any Error) {
        state.withLock { state in
            if !state.isClosed { state.warnings.append(warning) }
        }
    }

    /// Closes the record.
    func close(_ ending: DispatchEnding) -> (report: Dispatcher.Report, isInTime: Bool) {
        state.withLock { state in
            let isInTime = !state.isClosed
            state.isClosed = true
            if case .timedOut = ending.outcome { state.endAttempt(.timedOut) }
            let report = Dispatcher.Report(
                outcome: ending.outcome, resolution: state.resolution, result: ending.result,
                attempts: state.attempts, warnings: state.warnings, fallback: ending.fallback,
                completion: state.attempts.isEmpty ? nil : completion,
                resumption: ending.resumption, navigation: state.navigation)
            return (report, isInTime)
        }
    }
}

extension DispatchRecord.State {
    fileprivate mutating func endAttempt(_ outcome: Dispatcher.Attempt.Outcome) {
        guard let current else { return }
        attempts.append(
            Dispatcher.Attempt(route: current.route, target: current.target, outcome: outcome))
        self.current = nil
    }
}

/// Counts the answers and completions that came too late, since the dispatcher was made.
final class DispatchCounters: Sendable {
    /// The number of answers that came after the dispatch had timed out.
    let lateAnswers = Atomic<Int>(0)
    /// The number of calls to completions that had been called before.
    let lateCompletions = Atomic<Int>(0)
}
