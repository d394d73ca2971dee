public import RouteDBRouting

extension Dispatcher {
    /// The outcome of a dispatch.
    public enum Outcome: Sendable {
        /// A handler took the request.
        case handled
        /// The route sends the request to another URL, or is gone, and no handler is bound to its target.
        ///
        /// A navigation goes on to where redirects lead. Then the outcome is that of the last URL, and this
        /// one means that it is gone, or elsewhere and the host does not open it.
        case redirected(RouteRedirect)
        /// No route matches. A fallback handler may have been called; see ``Dispatcher/Report/fallback``.
        case unmatched
        /// The text is not a valid URL; nothing was called.
        case invalid
        /// Routes match, but no handler took any of the matches. A fallback handler may have been
        /// called; see ``Dispatcher/Report/fallback``.
        case declined
        /// A guard denied the request, with its error if it gave one, or access rules did, with an
        /// ``AccessDenial``.
        case denied((any Error)?)
        /// A guard or an access rule requires the handler of this target to take the request first, and
        /// the handler has not done so.
        case challenged(String)
        /// The dispatch failed.
        case failed(Dispatcher.Failure)
        /// The timeout expired.
        case timedOut
        /// The dispatching task was cancelled.
        case cancelled

        /// The name of the case, for logging.
        public var name: String {
            switch self {
            case .handled: "handled"
            case .redirected: "redirected"
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
}

/// How a dispatch ends, apart from what its ``DispatchRecord`` holds.
struct DispatchEnding: Sendable {
    var outcome: Dispatcher.Outcome
    var result: (any Sendable)? = nil
    var fallback = Dispatcher.Fallback.none
    var resumption: Dispatcher.Resumption? = nil
    /// True if the handler of a fallback target or an unmatched handler took the request.
    var isTakenByFallback = false

    /// The error for a completion that nobody has called, or `nil` if a handler is in charge of it.
    var completionError: (any Error)? {
        switch outcome {
        case .handled: nil
        case .denied(let error): error ?? notHandled
        case .failed(let error): error
        case .unmatched, .declined: isTakenByFallback ? nil : notHandled
        case .redirected, .invalid, .challenged, .timedOut, .cancelled: notHandled
        }
    }

    private var notHandled: Dispatcher.Failure {
        Dispatcher.Failure(
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

extension Dispatcher {
    /// Why a dispatch failed.
    ///
    /// An error that the app's code threw is in ``underlying``.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The kind of failure.
        public struct Code: RawRepresentable, Hashable, Sendable {
            /// The stable name of the code.
            public let rawValue: String

            /// Creates a code from its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A handler, provider, or navigation host threw an error.
            public static let handlerFailed = Code(rawValue: "handlerFailed")
            /// Values that the route requires are missing or of the wrong kind.
            public static let missingValues = Code(rawValue: "missingValues")
            /// The named route does not have the requested kind.
            public static let wrongKind = Code(rawValue: "wrongKind")
            /// The navigation plan could not be made.
            public static let planFailed = Code(rawValue: "planFailed")
            /// The request was challenged again after it had met a challenge.
            public static let challengeLoop = Code(rawValue: "challengeLoop")
            /// Redirects lead in a loop, or to too many others.
            public static let redirectLoop = Code(rawValue: "redirectLoop")
            /// No handler took the request; the error of its completion.
            public static let notHandled = Code(rawValue: "notHandled")
        }

        /// The kind of failure.
        public let code: Code
        /// A sentence that says what is wrong.
        public let message: String
        /// The names of the values that are missing or of the wrong kind, in the order in which the
        /// route declares them.
        public let names: [String]
        /// The error that the app's code threw, or the ``PlanError`` that explains why there is no
        /// plan.
        public let underlying: (any Error)?

        init(
            _ code: Code, _ message: String, names: [String] = [], underlying: (any Error)? = nil
        ) {
            self.code = code
            self.message = message
            self.names = names
            self.underlying = underlying
        }

        /// The message.
        public var description: String { message }
    }
}

extension Dispatcher.Failure {
    static func missing(_ requirements: [RouteRequirement]) -> Dispatcher.Failure {
        let list = requirements.map { "'\($0.key)' (\($0.kind.rawValue))" }
        return Dispatcher.Failure(
            .missingValues,
            "Required values are missing or of the wrong kind: \(list.joined(separator: ", ")).",
            names: requirements.map(\.key))
    }

    static func handlerFailed(_ error: any Error) -> Dispatcher.Failure {
        Dispatcher.Failure(.handlerFailed, "The handler failed: \(error)", underlying: error)
    }

    static func redirectLoop(_ location: String) -> Dispatcher.Failure {
        Dispatcher.Failure(
            .redirectLoop,
            "The redirects do not end: they lead to '\(location)' again, or to too many others.")
    }

    static func challengeLoop(_ target: String) -> Dispatcher.Failure {
        Dispatcher.Failure(
            .challengeLoop,
            "The request was challenged again with '\(target)' after it had met a challenge.")
    }
}
