import RouteDBRouting

// What happens before a handler is called: access rules and guards.
extension DispatchRun {
    /// Applies the decision of the access rules.
    func refusal(
        of resolution: Resolution, _ view: View, isResumed: Bool
    ) async -> DispatchEnding? {
        guard let route = resolution.foundRoute, resolution.route == nil else { return nil }
        guard record.begin(route.target, of: resolution) else {
            return DispatchEnding(outcome: .cancelled)
        }
        if let target = resolution.target {
            return await challenge(to: target, resolution, view, isResumed: isResumed)
        }
        record.end(.denied)
        let denial = AccessDenial(route: route, decision: resolution.access)
        return DispatchEnding(outcome: .denied(denial))
    }

    /// Asks the guards.
    func refusal(
        of invocation: DispatchInvocation, _ view: View, isResumed: Bool
    ) async -> DispatchEnding? {
        let guards =
            request.replacingGuard.map { [$0] }
            ?? view.bindings.values.guards(
                for: invocation.target ?? "", in: invocation.resolution.namespace)
        for check in guards where record.mayContinue {
            do {
                switch try await check(invocation) {
                case .allow: break
                case .warn(let warning): record.warn(warning)
                case .deny(let error):
                    record.end(.denied)
                    return DispatchEnding(outcome: .denied(error))
                case .challenge(let target):
                    return await challenge(
                        to: target, invocation.resolution, view, isResumed: isResumed)
                }
            } catch {
                let isCancelled = error is CancellationError && Task.isCancelled
                record.end(isCancelled ? .cancelled : .denied)
                return DispatchEnding(outcome: isCancelled ? .cancelled : .denied(error))
            }
        }
        return nil
    }

    /// Calls the challenge's handler and, if it takes the request, dispatches the request again.
    private func challenge(
        to target: String, _ resolution: Resolution, _ view: View, isResumed: Bool
    ) async -> DispatchEnding {
        if isResumed {
            record.end(.denied)
            return DispatchEnding(outcome: .denied(Dispatcher.Failure.challengeLoop(target)))
        }
        record.end(.challenged)
        let resumption = Dispatcher.Resumption(request: request, resolution: resolution)
        let challenged = DispatchEnding(outcome: .challenged(target), resumption: resumption)
        guard let handler = view.bindings.values.handlers.nearest(to: target) else {
            return challenged
        }
        guard record.begin(target) else { return DispatchEnding(outcome: .cancelled) }
        // The challenge's handler gets its own completion, so that it cannot complete the request
        // that is waiting.
        let invocation = DispatchInvocation(
            request: request, resolution: resolution, target: target, resumption: resumption,
            completion: Dispatcher.Completion(counters: completion.counters))
        let step = await call({ HandlerResult(answer: try await handler($0)) }, invocation)
        guard case .end(let ending) = step else { return challenged }
        switch ending.outcome {
        case .handled:
            // A login handler may return the new principal.
            let run = resumed(resumption, as: ending.result as? RequestPrincipal)
            return await run.ending(newView(run.request), isResumed: true)
        case .failed: return challenged
        default: return ending
        }
    }
}
