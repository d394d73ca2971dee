import RouteDBRouting

// What comes when no handler took the request.
extension DispatchRun {
    func fallBack(
        to ending: DispatchEnding, _ resolution: Resolution, _ view: View, isResumed: Bool
    ) async -> DispatchEnding {
        if case .unmatched = ending.outcome { record.note(resolution) }
        var ending = ending
        let handler: Handler
        let target = resolution.target
        if let target, let own = view.bindings.handlers.nearest(to: target) {
            handler = own
            ending.fallback = .target(target)
        } else if let unmatched = view.bindings.unmatchedHandler(for: resolution, in: view.table) {
            handler = unmatched.handler
            ending.fallback = .unmatchedHandler(namespace: unmatched.namespace)
        } else {
            return ending
        }
        let isTarget = ending.fallback.isTarget
        let invocation = invocation(of: resolution, target: isTarget ? target : nil)
        guard !Task.isCancelled, record.begin(invocation.target) else {
            return DispatchEnding(outcome: .cancelled)
        }
        // A target is guarded, however it is reached.
        if isTarget, let refused = await refusal(of: invocation, view, isResumed: isResumed) {
            return refused
        }
        let step = await call({ Taken(answer: try await handler($0)) }, invocation)
        guard case .end(let called) = step else { return ending }
        switch called.outcome {
        case .handled: ending.result = called.result
        default: ending.outcome = called.outcome
        }
        return ending
    }
}
