import RouteDBRouting

/// One dispatch: it tries the matches by rank, and then what is there for requests without one.
struct DispatchRun: Sendable {
    /// The bindings and the table that are used throughout, and what the request resolves to.
    struct View: Sendable {
        let bindings: Bindings
        let table: RoutingTable
        let resolution: Resolution
    }

    /// What follows from a try.
    enum Step {
        case end(DispatchEnding)
        /// The next match is to be tried.
        case next
    }

    private(set) var request: DispatchRequest
    let taker: MatchTaker
    let record: DispatchRecord
    let completion: Completion
    /// Gives the newest bindings and table, for the time after a challenge.
    let newView: @Sendable (DispatchRequest) -> View

    /// Runs the dispatch.
    ///
    /// - Parameters:
    ///   - view: What it works with.
    ///   - isResumed: Whether a challenge was met before.
    /// - Returns: The report, and whether it counts: it does unless the time was up before.
    func report(
        _ view: View, isResumed: Bool
    ) async -> (report: DispatchReport, isInTime: Bool) {
        finish(await ending(view, isResumed: isResumed))
    }

    /// Closes the record, and then the completion, if nobody can say anything to it any more.
    func finish(_ ending: DispatchEnding) -> (report: DispatchReport, isInTime: Bool) {
        let closed = record.close(ending)
        if closed.isInTime, let error = ending.completionError {
            completion.settle(.failed(error))
        }
        return closed
    }

    func ending(_ view: View, isResumed: Bool) async -> DispatchEnding {
        var resolution = view.resolution
        if resolution.outcome == .invalid { return DispatchEnding(outcome: .invalid) }
        if let kind = resolution.otherKind {
            return DispatchEnding(outcome: .failed(wrongKind(kind)))
        }
        var isMatched = false
        while resolution.route != nil {
            isMatched = true
            switch await attempt(resolution, view, isResumed: isResumed) {
            case .end(let ending): return ending
            case .next:
                resolution = view.table.resolve(resolution.request, declining: resolution)
            }
        }
        if let refused = await refusal(of: resolution, view, isResumed: isResumed) {
            return refused
        }
        return await fallBack(view, isMatched: isMatched, isResumed: isResumed)
    }

    private func attempt(
        _ resolution: Resolution, _ view: View, isResumed: Bool
    ) async -> Step {
        let target = resolution.target ?? ""
        guard record.begin(target, of: resolution) else {
            return .end(DispatchEnding(outcome: .cancelled))
        }
        guard let take = taker.code(view.bindings, resolution) else {
            record.end(.noHandler)
            return .next
        }
        let unmet = resolution.unmetRequirements
        guard unmet.isEmpty else {
            record.end(.missingValues)
            return .end(DispatchEnding(outcome: .failed(.missing(unmet))))
        }
        let invocation = invocation(of: resolution, target: target)
        if let refused = await refusal(of: invocation, view, isResumed: isResumed) {
            return .end(refused)
        }
        return await call(take, invocation)
    }

    /// Calls code for an invocation, and notes what it came to.
    func call(_ take: MatchTaking, _ invocation: Invocation) async -> Step {
        guard record.mayGoOn else {
            record.end(.cancelled)
            return .end(DispatchEnding(outcome: .cancelled))
        }
        do {
            let taken = try await take(invocation)
            let isHandled = taken.answer.isHandled
            record.end(isHandled ? .handled : .declined, navigation: taken.navigation)
            guard isHandled else { return .next }
            return .end(DispatchEnding(outcome: .handled, result: taken.answer.result))
        } catch {
            if error is CancellationError && Task.isCancelled {
                record.end(.cancelled)
                return .end(DispatchEnding(outcome: .cancelled))
            }
            record.end(.failed)
            let failure = (error as? TakingFailure)?.error ?? .handlerFailed(error)
            return .end(DispatchEnding(outcome: .failed(failure)))
        }
    }

    /// The same for a request of somebody who is known by now.
    func resumed(_ resumption: Resumption, as principal: Principal?) -> DispatchRun {
        var run = self
        run.request = resumption.request(as: principal)
        return run
    }

    func invocation(of resolution: Resolution, target: String?) -> Invocation {
        Invocation(
            request: request, resolution: resolution, target: target, resumption: nil,
            completion: completion)
    }

    private func wrongKind(_ kind: String) -> DispatchError {
        DispatchError(
            .wrongKind,
            "The route '\(request.request.routeName ?? "")' has the kind '\(kind)', "
                + "not '\(request.request.kind ?? "")'.")
    }
}
