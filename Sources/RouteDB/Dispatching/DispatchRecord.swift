import RouteDBRouting

/// What a dispatch has come to so far.
///
/// The dispatch writes it and its deadline may close it at any time, from another task; whoever
/// closes it has the report, and nothing is tried or noted afterwards. So there is one report.
final class DispatchRecord: Sendable {
    fileprivate struct State {
        var resolution: Resolution
        var attempts: [DispatchAttempt] = []
        var warnings: [any Error] = []
        var navigation: NavigationResult?
        /// What is being tried.
        var current: (route: RouteID?, target: String?)?
        var isClosed = false
    }

    private let state: Guarded<State>
    private let completion: Completion.Pending

    init(resolution: Resolution, completion: Completion.Pending) {
        state = Guarded(State(resolution: resolution))
        self.completion = completion
    }

    /// Whether code may be called: the task is not cancelled, and the time is not up.
    var mayGoOn: Bool { !Task.isCancelled && state.withLock { !$0.isClosed } }

    /// Keeps the resolution that the report has, unless a match is tried later.
    func note(_ resolution: Resolution) {
        state.withLock { state in
            if !state.isClosed { state.resolution = resolution }
        }
    }

    /// Begins a try: of a match, or of code that is called without one.
    ///
    /// - Returns: Whether it may go on; it may not if the time is up or the task cancelled.
    func begin(_ target: String?, of match: Resolution? = nil) -> Bool {
        state.withLock { state in
            if state.isClosed || Task.isCancelled { return false }
            if let match { state.resolution = match }
            state.current = (match?.foundRoute?.id, target)
            return true
        }
    }

    /// Ends the try that was begun last.
    func end(_ outcome: DispatchAttempt.Outcome, navigation: NavigationResult? = nil) {
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
    ///
    /// - Returns: The report, and whether it counts: it does not if another did the closing.
    func close(_ ending: DispatchEnding) -> (report: DispatchReport, isInTime: Bool) {
        state.withLock { state in
            let isInTime = !state.isClosed
            state.isClosed = true
            if case .timedOut = ending.outcome { state.endAttempt(.timedOut) }
            let report = DispatchReport(
                outcome: ending.outcome, resolution: state.resolution, result: ending.result,
                attempts: state.attempts, warnings: state.warnings, fallback: ending.fallback,
                completion: state.attempts.isEmpty ? nil : completion,
                resumption: ending.resumption, navigation: state.navigation)
            return (report, isInTime)
        }
    }
}

extension DispatchRecord.State {
    fileprivate mutating func endAttempt(_ outcome: DispatchAttempt.Outcome) {
        guard let current else { return }
        attempts.append(
            DispatchAttempt(route: current.route, target: current.target, outcome: outcome))
        self.current = nil
    }
}
