public import RouteDBRouting

/// A guard's decision on an invocation.
public enum GuardVerdict: Sendable {
    /// The invocation may pass.
    case allow
    /// The invocation may pass, and the error is added to ``DispatchReport/warnings``.
    case warn(any Error)
    /// The invocation is denied, with an error or without; no other match is tried.
    case deny((any Error)?)
    /// The handler of this target, such as a login, must take the request first.
    case challenge(String)
}

/// A handler's answer to an invocation.
public struct HandlerAnswer: Sendable {
    /// Whether the handler took the request.
    public let isHandled: Bool
    /// The handler's result, which is returned in the report.
    public let result: (any Sendable)?

    /// The handler took the request.
    public static var handled: HandlerAnswer { HandlerAnswer(isHandled: true, result: nil) }

    /// The handler does not take the request; the next match is tried if the namespace's policy
    /// `refusal` is `next`.
    public static var declined: HandlerAnswer { HandlerAnswer(isHandled: false, result: nil) }

    /// The handler took the request and has a result.
    ///
    /// - Parameter result: The result.
    /// - Returns: The answer.
    public static func handled(_ result: any Sendable) -> HandlerAnswer {
        HandlerAnswer(isHandled: true, result: result)
    }
}

// What can be bound.
extension Dispatcher {
    /// Code that decides whether a handler may be called.
    ///
    /// A guard can only restrict what the registry's access rules permit. If it throws an error, the
    /// request is denied with that error.
    public typealias Guard =
        @Sendable (_ invocation: DispatchInvocation) async throws -> GuardVerdict

    /// Code that is bound to a target and called for its matches.
    ///
    /// A handler runs in the dispatching task, or in a new task if there is a timeout. No lock is held,
    /// so it may dispatch, bind code, and edit the registry. If it throws an error, the dispatch fails.
    public typealias Handler =
        @Sendable (_ invocation: DispatchInvocation) async throws -> HandlerAnswer

    /// Code that returns the object for one parameter of a matched route, or `nil` if there is none.
    ///
    /// If it throws an error, the dispatch fails.
    public typealias ParameterProvider =
        @Sendable (_ invocation: DispatchInvocation, _ value: JSONValue) async throws -> (
            any Sendable
        )?

    /// Code that is called with the objects for all parameters of a matched route, in the order of the
    /// pattern.
    public typealias StackHandler =
        @Sendable (_ stack: [any Sendable], _ invocation: DispatchInvocation) async throws ->
        HandlerAnswer
}
