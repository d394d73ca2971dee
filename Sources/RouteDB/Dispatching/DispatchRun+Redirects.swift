import RouteDBRouting

// Where a redirect leads whose target has no code.
extension DispatchRun {
    /// Ends as redirected; on a navigation host, goes on to where the redirect leads instead.
    ///
    /// A URL of the registry is dispatched as a part of this dispatch, with its own access rules and
    /// guards. One elsewhere is opened by the host.
    func follow(
        _ redirect: RouteRedirect, of invocation: DispatchInvocation, isResumed: Bool
    ) async -> DispatchEnding {
        let redirected = DispatchEnding(outcome: .redirected(redirect))
        guard let open = taker.open, let location = redirect.location else { return redirected }
        var trail = trail ?? RedirectTrail(request.request)
        guard trail.follow(location) else {
            return DispatchEnding(outcome: .failed(.redirectLoop(location)))
        }
        guard record.mayContinue else { return DispatchEnding(outcome: .cancelled) }
        var run = self
        run.trail = trail
        run.request.request = trail.request
        let view = newView(run.request)
        if trail.isOwn(view.resolution) {
            return await run.ending(view, isResumed: isResumed)
        }
        do {
            guard try await open(trail.request.url, invocation) else { return redirected }
            completion.settle(.finished(nil))
            return DispatchEnding(outcome: .handled)
        } catch {
            let isCancelled = error is CancellationError && Task.isCancelled
            return DispatchEnding(
                outcome: isCancelled ? .cancelled : .failed(.handlerFailed(error)))
        }
    }
}
