import RouteDBRouting

/// One running dispatch: tries the matches by rank, then the fallbacks.
struct DispatchRun: Sendable {
    /// The bindings and the table of a dispatch, and the resolution of its request.
    struct View: Sendable {
        let bindings: Bindings
        let table: RoutingTable
        let resolution: Resolution
    }

    /// What to do after an attempt.
    enum Step {
        case end(DispatchEnding)
        /// Try the next match.
        case next
    }

    private(set) var request: DispatchRequest
    let taker: MatchTaker
    let record: DispatchRecord
    let completion: Completion
    /// Returns the current bindings and table, used after a challenge is met.
    let newView: @Sendable (DispatchRequest) -> View

    /// Runs the dispatch.
    ///
    /// - Parameters:
    ///   - view: The bindings, table and resolution to use.
    ///   - isResumed: Whether the request has met a challenge already.
    /// - Returns: The report, and whether it counts; it does not if the timeout expired first.
    func report(
        _ view: View, isResumed: Bool
    ) async -> (report: DispatchReport, isInTime: Bool) {
        finish(await ending(view, isResumed: isResumed))
    }

    /// Closes the record, then fails the completion if no handler is in charge of it.
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

    /// Calls code for an invocation and records the result.
    func call(_ take: MatchTaking, _ invocation: Invocation) async -> Step {
        guard record.mayContinue else {
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

    /// Returns the run for the resumed request, with a new principal if one is given.
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
