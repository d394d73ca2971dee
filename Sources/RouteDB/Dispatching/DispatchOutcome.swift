public import RouteDBRouting

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

/// How a dispatch ends, apart from what its ``DispatchRecord`` holds.
struct DispatchEnding: Sendable {
    var outcome: DispatchOutcome
    var result: (any Sendable)? = nil
    var fallback = DispatchFallback.none
    var resumption: DispatchResumption? = nil
    /// Whether the handler of a fallback target or an unmatched handler took the request.
    var isTakenByFallback = false

    /// The error for a completion that nobody has called, or `nil` if a handler is in charge of it.
    var completionError: (any Error)? {
        switch outcome {
        case .handled: nil
        case .denied(let error): error ?? notHandled
        case .failed(let error): error
        case .unmatched, .declined: isTakenByFallback ? nil : notHandled
        case .invalid, .challenged, .timedOut, .cancelled: notHandled
        }
    }

    private var notHandled: DispatchError {
        DispatchError(
            .notHandled, "No handler took the request; the dispatch ended as '\(outcome.name)'.")
    }
}

/// The error of a dispatch that access rules denied.
public struct AccessDenial: Error, Sendable, CustomStringConvertible {
    /// The route that matched.
    public let route: Route
    /// The decision, with the rules that made it and their code and message.
    public let decision: AccessDecision

    /// The message of the rules, or a default message if they have none.
    public var description: String {
        decision.message ?? "Access to the route #\(route.id.rawValue) is denied."
    }
}
