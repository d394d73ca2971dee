public import RouteDBRouting

/// One try to have a request taken.
public struct DispatchAttempt: Hashable, Sendable {
    /// What a try came to.
    public enum Outcome: String, Sendable {
        /// The handler took it.
        case handled
        /// The handler, or the navigation host, did not want it.
        case declined
        /// No handler is bound that would be called.
        case noHandler
        /// A value that the route requires was missing; nothing was called.
        case missingValues
        /// A guard refused.
        case denied
        /// A guard wants another target's handler first.
        case challenged
        /// The handler threw.
        case failed
        /// The time was up before there was an answer.
        case timedOut
        /// The task was cancelled.
        case cancelled
    }

    /// The route; `nil` where a fallback's, an unmatched, or a challenge's handler was tried.
    public let route: RouteID?
    /// The target; `nil` for an unmatched handler.
    public let target: String?
    /// What it came to.
    public let outcome: Outcome
}
