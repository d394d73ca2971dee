import RouteDBRouting

// What comes before a handler: the decision of access rules, and guards.
extension DispatchRun {
    /// What follows from access rules.
    ///
    /// - Returns: The ending, if they keep the request from its match, which is final.
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
    ///
    /// - Returns: The ending, if one did not let the invocation pass.
    func refusal(
        of invocation: Invocation, _ view: View, isResumed: Bool
    ) async -> DispatchEnding? {
        let guards =
            request.replacingGuard.map { [$0] }
            ?? view.bindings.guards(
                for: invocation.target ?? "", in: invocation.resolution.namespace)
        for check in guards where record.mayGoOn {
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

    /// Has the challenge's handler take the request, and if it does, begins once more.
    private func challenge(
        to target: String, _ resolution: Resolution, _ view: View, isResumed: Bool
    ) async -> DispatchEnding {
        if isResumed {
            record.end(.denied)
            return DispatchEnding(outcome: .denied(DispatchError.challengeLoop(target)))
        }
        record.end(.challenged)
        let resumption = Resumption(request: request, resolution: resolution)
        let challenged = DispatchEnding(outcome: .challenged(target), resumption: resumption)
        guard let handler = view.bindings.handlers.nearest(to: target) else { return challenged }
        guard record.begin(target) else { return DispatchEnding(outcome: .cancelled) }
        // What it says of its own work is no word on the request that waits.
        let invocation = Invocation(
            request: request, resolution: resolution, target: target, resumption: resumption,
            completion: Completion(counters: completion.counters))
        let step = await call({ Taken(answer: try await handler($0)) }, invocation)
        guard case .end(let ending) = step else { return challenged }
        switch ending.outcome {
        case .handled:
            // A login says who it is by now.
            let run = resumed(resumption, as: ending.result as? Principal)
            return await run.ending(newView(run.request), isResumed: true)
        case .failed: return challenged
        default: return ending
        }
    }
}
