public import RouteDBRouting

/// The result of a dispatch; each dispatch returns exactly one.
public struct DispatchReport: Sendable {
    /// How the dispatch ended.
    public let outcome: DispatchOutcome
    /// The resolution of the last match that was tried, or the unmatched or invalid resolution if
    /// there was no match.
    public let resolution: Resolution
    /// The result that the handler returned with its answer.
    public let result: (any Sendable)?
    /// All attempts, in order.
    public let attempts: [DispatchAttempt]
    /// The errors of guards that let the request pass with a warning, in order.
    public let warnings: [any Error]
    /// The handler that was called because no route's handler took the request.
    public let fallback: DispatchFallback
    /// The outcome of work that the handler may have left for later, or `nil` if nothing was tried.
    public let completion: Completion.Pending?
    /// The value to pass to ``Dispatcher/resume(_:as:)`` once the challenge is met, or `nil` if the
    /// outcome is not `challenged`.
    public let resumption: Resumption?

    /// What a navigation host did or refused to do, or `nil` if none was asked.
    public let navigation: NavigationResult?
}
