/// What a dispatch came to.
public enum DispatchOutcome: Sendable {
    /// A handler took it.
    case handled
    /// No route matches.
    case unmatched
    /// The text is no URL that could be resolved; nothing was called.
    case invalid
    /// Routes match, and nobody took any of them.
    case declined
    /// A guard refused, with its error if it had one; or access rules did, with an
    /// ``AccessDenial``.
    case denied((any Error)?)
    /// A guard or an access rule wants the handler of a target to take the request first, and it has not.
    case challenged(String)
    /// Something went wrong.
    case failed(DispatchError)
    /// The time was up.
    case timedOut
    /// The task that dispatched was cancelled.
    case cancelled

    /// The name of the case, for logs.
    public var name: String {
        switch self {
        case .handled: "handled"
        case .unmatched: "unmatched"
        case .invalid: "invalid"
        case .declined: "declined"
        case .denied: "denied"
        case .challenged: "challenged"
        case .failed: "failed"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        }
    }
}
