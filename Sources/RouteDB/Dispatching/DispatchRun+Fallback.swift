import RouteDBRouting

// What comes when no handler took the request.
extension DispatchRun {
    /// Has the request taken by the fallback target's handler, or else the nearest unmatched one.
    func fallBack(_ view: View, isMatched: Bool, isResumed: Bool) async -> DispatchEnding {
        var ending = DispatchEnding(outcome: isMatched ? .declined : .unmatched)
        // What a match in a fallback namespace declined comes back to the one that was asked first.
        let first = view.table.unmatched(request.request)
        // Without a match, the answer knows of converters that failed.
        let resolution = isMatched ? first : view.resolution
        if !isMatched { record.note(resolution) }
        let handler: Handler
        let target = first.target
        if let target, let own = view.bindings.handlers.nearest(to: target) {
            handler = own
            ending.fallback = .target(target)
        } else if let unmatched = view.bindings.unmatchedHandler(for: first, in: view.table) {
            handler = unmatched.handler
            ending.fallback = .unmatchedHandler(namespace: unmatched.namespace)
        } else {
            return ending
        }
        let isTarget = ending.fallback.isTarget
        let invocation = invocation(of: resolution, target: isTarget ? target : nil)
        guard record.begin(invocation.target) else {
            return DispatchEnding(outcome: .cancelled)
        }
        // A target is guarded, however it is reached.
        if isTarget, let refused = await refusal(of: invocation, view, isResumed: isResumed) {
            return refused
        }
        let step = await call({ Taken(answer: try await handler($0)) }, invocation)
        guard case .end(let called) = step else { return ending }
        switch called.outcome {
        case .handled:
            ending.result = called.result
            ending.isTakenByFallback = true
        default: ending.outcome = called.outcome
        }
        return ending
    }
}
