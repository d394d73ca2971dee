import RouteDBRouting

// What happens when no route's handler took the request.
extension DispatchRun {
    /// Code that may take the request, and what the report calls it.
    private struct Candidate {
        let fallback: DispatchFallback
        let take: MatchTaking
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
        if let target = unmatched.target, let own = view.bindings.handlers.nearest(to: target) {
            candidates.append(Candidate(fallback: .target(target), take: Self.taking(own)))
        } else if let nearest = view.bindings.unmatchedHandler(for: unmatched, in: view.table) {
            candidates.append(
                Candidate(
                    fallback: .unmatchedHandler(namespace: nearest.namespace),
                    take: Self.taking(nearest.handler)))
        }
        return candidates
    }

    private static func taking(_ handler: @escaping Handler) -> MatchTaking {
        { Taken(answer: try await handler($0)) }
    }
}
