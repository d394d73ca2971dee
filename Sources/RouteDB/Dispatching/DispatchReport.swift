public import RouteDBRouting

/// Everything that a dispatch came to; each dispatch has exactly one.
public struct DispatchReport: Sendable {
    /// What it came to.
    public let outcome: DispatchOutcome
    /// What resolving came to, for the last match that was tried; without a match, the answer that
    /// says so.
    public let resolution: Resolution
    /// What the handler gave with its answer.
    public let result: (any Sendable)?
    /// Every try, in order.
    public let attempts: [DispatchAttempt]
    /// The errors of guards that let the request pass, in order.
    public let warnings: [any Error]
    /// Which handler was called because no route's was.
    public let fallback: DispatchFallback
    /// The end of the work that the handler may have left for later; `nil` if nothing was tried.
    public let completion: Completion.Pending?
    /// What to hand to ``Dispatcher/resume(_:)`` when the challenge is met; `nil` unless the
    /// outcome is challenged.
    public let resumption: Resumption?

    /// What a navigation host did or refused; `nil` if none was asked.
    public let navigation: NavigationResult?
}
