public import RouteDBRouting

/// Takes the matches of a dispatch, by calling the code bound to their targets or a navigation
/// host.
struct MatchHandler: Sendable {
    /// True if ``code`` is nothing but the bound handlers.
    var callsHandlers = false

    /// Returns the code for a match, or `nil` if there is none.
    let code: @Sendable (_ bindings: Bindings, _ resolution: Resolution) -> MatchHandling?

    /// Returns the code to try for a fallback target before the handler that is bound to it; `nil`
    /// to try none.
    var fallback: (@Sendable (_ target: String) -> MatchHandling)? = nil

    /// Opens a URL elsewhere that a redirect leads to, and returns whether it did; `nil` to follow no
    /// redirects.
    var open: (@Sendable (_ url: String, _ invocation: DispatchInvocation) async throws -> Bool)? =
        nil
}

/// The code that takes one match.
typealias MatchHandling = @Sendable (_ invocation: DispatchInvocation) async throws -> HandlerResult

/// The result of the code for a match.
struct HandlerResult: Sendable {
    var answer: HandlerAnswer
    var navigation: NavigationResult? = nil
    /// True if the match was declined because its route is a redirect.
    var isRedirected = false
}

/// An error of the library itself while taking a match; all other errors come from the app's code.
struct HandlerFailure: Error {
    let error: Dispatcher.Failure
}

extension Dispatcher {
    /// One attempt to find a handler that takes a request.
    public struct Attempt: Hashable, Sendable {
        /// The result of an attempt.
        public enum Outcome: String, Sendable {
            /// The handler took the request.
            case handled
            /// No handler is bound, and the route sends the request elsewhere.
            case redirected
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
}

extension Dispatcher {
    /// The handler that was called because no route's handler took the request.
    public enum Fallback: Hashable, Sendable {
        /// No such handler was called.
        case none
        /// The handler of a namespace's fallback target.
        case target(String)
        /// The unmatched handler of the namespace, or the dispatcher's own if it is `nil`.
        case unmatchedHandler(namespace: String?)

        var isTarget: Bool {
            if case .target = self { return true }
            return false
        }
    }
}
