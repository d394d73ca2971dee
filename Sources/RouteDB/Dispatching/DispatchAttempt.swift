public import RouteDBRouting

/// One attempt to find a handler that takes a request.
public struct DispatchAttempt: Hashable, Sendable {
    /// The result of an attempt.
    public enum Outcome: String, Sendable {
        /// The handler took the request.
        case handled
        /// The handler or the navigation host declined the request.
        case declined
        /// No handler is bound for the match.
        case noHandler
        /// A value that the route requires is missing; nothing was called.
        case missingValues
        /// A guard or access rules denied the request.
        case denied
        /// A guard or an access rule requires another target's handler to take the request first.
        case challenged
        /// The handler threw.
        case failed
        /// The timeout expired before there was an answer.
        case timedOut
        /// The dispatching task was cancelled.
        case cancelled
    }

    /// The route, or `nil` for the handler of a fallback target or a challenge and for an unmatched
    /// handler.
    public let route: RouteID?
    /// The target, or `nil` for an unmatched handler.
    public let target: String?
    /// The result of the attempt.
    public let outcome: Outcome
}
