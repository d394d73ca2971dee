import RouteDBRouting

/// One running dispatch: tries the matches by rank, then the fallbacks.
struct DispatchRun: Sendable {
    /// The bindings and the table of a dispatch, and the resolution of its request.
    struct View: Sendable {
        let bindings: Bindings.Shared
        let table: RoutingTable
        let resolution: Resolution
    }

    /// The step after an attempt.
    enum Step {
        case end(DispatchEnding)
        /// Try the next match.
        case next
        /// Go where the match's redirect leads.
        case redirect
    }

    var request: DispatchRequest
    let taker: MatchHandler
    let record: DispatchRecord
    let completion: Dispatcher.Completion
    /// Returns the current bindings and table, used after a challenge is met.
    let newView: @Sendable (DispatchRequest) -> View
    /// The redirects that were followed.
    var trail: RedirectTrail?

    /// Runs the dispatch.
    func report(
        _ view: View, isResumed: Bool, isDeclined: Bool = false
    ) async -> (report: Dispatcher.Report, isInTime: Bool) {
        finish(await ending(view, isResumed: isResumed, isDeclined: isDeclined))
    }

    /// Closes the record, then fails the completion if no handler is in charge of it.
    func finish(_ ending: DispatchEnding) -> (report: Dispatcher.Report, isInTime: Bool) {
        let closed = record.close(ending)
        if closed.isInTime, let error = ending.completionError {
            completion.settle(.failed(error))
        }
        return closed
    }

    func ending(
        _ view: View, isResumed: Bool, isDeclined: Bool = false
    ) async -> DispatchEnding {
        var resolution = view.resolution
        if resolution.outcome == .invalid { return DispatchEnding(outcome: .invalid) }
        if let kind = resolution.otherKind {
            return DispatchEnding(outcome: .failed(wrongKind(kind)))
        }
        var isMatched = isDeclined
        if isDeclined {
            resolution = view.table.resolve(resolution.request, declining: resolution)
        }
        while resolution.outcome == .matched {
            isMatched = true
            switch await attempt(resolution, view, isResumed: isResumed) {
            case .end(let ending): return ending
            case .next, .redirect:
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
        let (take, redirect) = (taker.code(view.bindings.values, resolution), resolution.redirect)
        guard take != nil || redirect != nil else {
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
        if let take {
            let step = await call(take, invocation)
            guard case .redirect = step else { return step }
        } else {
            record.end(.redirected)
        }
        guard let redirect else { return .next }
        return .end(await follow(redirect, of: invocation, isResumed: isResumed))
    }

    /// Calls code for an invocation and records the result.
    func call(_ take: MatchHandling, _ invocation: DispatchInvocation) async -> Step {
        guard record.mayContinue else {
            record.end(.cancelled)
            return .end(DispatchEnding(outcome: .cancelled))
        }
        do {
            let taken = try await take(invocation)
            if taken.isRedirected {
                record.end(.redirected)
                return .redirect
            }
            let isHandled = taken.answer.isHandled
            record.end(isHandled ? .handled : .declined, navigation: taken.navigation)
            guard isHandled else { return .next }
            return .end(DispatchEnding(outcome: .handled, result: taken.answer.result))
        } catch {
            let ended = Self.end(error)
            record.end(ended.attempt)
            return .end(ended.ending)
        }
    }

    /// How the attempt and the dispatch end in which code threw an error.
    static func end(
        _ error: any Error
    ) -> (attempt: Dispatcher.Attempt.Outcome, ending: DispatchEnding) {
        if error is CancellationError && Task.isCancelled {
            return (.cancelled, DispatchEnding(outcome: .cancelled))
        }
        let failure = (error as? HandlerFailure)?.error ?? .handlerFailed(error)
        return (.failed, DispatchEnding(outcome: .failed(failure)))
    }

    /// Returns the run for the resumed request, with a new principal if one is given.
    func resumed(_ resumption: Dispatcher.Resumption, as principal: RequestPrincipal?)
        -> DispatchRun
    {
        var run = self
        run.request = resumption.request(as: principal)
        return run
    }

    func invocation(of resolution: Resolution, target: String?) -> DispatchInvocation {
        DispatchInvocation(
            request: request, resolution: resolution, target: target, resumption: nil,
            completion: completion)
    }

    private func wrongKind(_ kind: String) -> Dispatcher.Failure {
        Dispatcher.Failure(
            .wrongKind,
            "The route '\(request.request.routeName ?? "")' has the kind '\(kind)', "
                + "not '\(request.request.kind ?? "")'.")
    }
}

// What happens when no route's handler took the request.
extension DispatchRun {
    /// Code that may take the request, and what the report calls it.
    private struct Candidate {
        let fallback: Dispatcher.Fallback
        let take: MatchHandling
    }

    /// Offers the request to the navigation host, to show the fallback target, then to the fallback
    /// target's handler, or else to the nearest unmatched handler.
    ///
    /// Whatever takes the request gets the caller's completion, and may call it or not.
    func fallBack(_ view: View, isMatched: Bool, isResumed: Bool) async -> DispatchEnding {
        var ending = DispatchEnding(outcome: isMatched ? .declined : .unmatched)
        // Even if the declined match was in a fallback namespace, the one searched first decides.
        let first = view.table.unmatched(request.request)
        // Without a match, the original resolution lists the converters that failed.
        let resolution = isMatched ? first : view.resolution
        if !isMatched { record.note(resolution) }
        let target = first.target
        var isGuarded = false
        for candidate in candidates(for: first, view) {
            ending.fallback = candidate.fallback
            let isTarget = candidate.fallback.isTarget
            let invocation = invocation(of: resolution, target: isTarget ? target : nil)
            guard record.begin(invocation.target) else {
                return DispatchEnding(outcome: .cancelled)
            }
            // A target's guards apply however it is reached.
            if isTarget, !isGuarded {
                if let refused = await refusal(of: invocation, view, isResumed: isResumed) {
                    return refused
                }
                isGuarded = true
            }
            guard case .end(let called) = await call(candidate.take, invocation) else { continue }
            switch called.outcome {
            case .handled:
                ending.result = called.result
                ending.isTakenByFallback = true
            default: ending.outcome = called.outcome
            }
            return ending
        }
        return ending
    }

    /// Returns the candidates in order: the host, if there is a fallback target, and one handler.
    private func candidates(for unmatched: Resolution, _ view: View) -> [Candidate] {
        var candidates: [Candidate] = []
        if let target = unmatched.target, let show = taker.fallback {
            candidates.append(Candidate(fallback: .target(target), take: show(target)))
        }
        if let target = unmatched.target,
            let own = view.bindings.values.handlers.nearest(to: target)
        {
            candidates.append(Candidate(fallback: .target(target), take: Self.taking(own)))
        } else if let nearest = view.bindings.values.unmatchedHandler(
            for: unmatched, in: view.table)
        {
            candidates.append(
                Candidate(
                    fallback: .unmatchedHandler(namespace: nearest.namespace),
                    take: Self.taking(nearest.handler)))
        }
        return candidates
    }

    private static func taking(_ handler: @escaping Dispatcher.Handler) -> MatchHandling {
        { HandlerResult(answer: try await handler($0)) }
    }
}
