/// The outcome of a dispatch.
public enum DispatchOutcome: Sendable {
    /// A handler took the request.
    case handled
    /// No route matches. A fallback handler may have been called; see ``DispatchReport/fallback``.
    case unmatched
    /// The text is not a valid URL; nothing was called.
    case invalid
    /// Routes match, but no handler took any of the matches. A fallback handler may have been
    /// called; see ``DispatchReport/fallback``.
    case declined
    /// A guard denied the request, with its error if it gave one, or access rules did, with an
    /// ``AccessDenial``.
    case denied((any Error)?)
    /// A guard or an access rule requires the handler of this target to take the request first, and
    /// the handler has not done so.
    case challenged(String)
    /// The dispatch failed.
    case failed(DispatchError)
    /// The timeout expired.
    case timedOut
    /// The dispatching task was cancelled.
    case cancelled

    /// The name of the case, for logging.
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
