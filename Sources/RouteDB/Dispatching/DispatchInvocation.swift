public import RouteDBRouting

/// The argument that a handler or guard is called with.
///
/// It is a value; you may keep it after the handler has returned.
public struct DispatchInvocation: Sendable {
    /// The request as the caller made it.
    public let request: DispatchRequest
    /// The resolution of the request; unmatched for handlers that are called without a match.
    public let resolution: Resolution
    /// The target whose code is called: that of the route, the fallback, or a challenge; `nil` for
    /// an unmatched handler.
    public let target: String?
    /// The request that waits for this challenge to be met, or `nil` if this is not a challenge.
    public let resumption: Dispatcher.Resumption?
    /// Reports how the work ended, if it continues after the handler has returned.
    public let completion: Dispatcher.Completion

    /// Creates an invocation, to call a handler, a guard or a navigation host without a dispatcher.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - resolution: The resolution of the request.
    ///   - target: The target whose code is called, or `nil` for an unmatched handler.
    ///   - resumption: The request that waits for this challenge to be met, or `nil` if this is none.
    ///   - completion: Where the code reports how its work ended.
    public init(
        request: DispatchRequest, resolution: Resolution, target: String?,
        resumption: Dispatcher.Resumption? = nil,
        completion: Dispatcher.Completion = Dispatcher.Completion()
    ) {
        self.request = request
        self.resolution = resolution
        self.target = target
        self.resumption = resumption
        self.completion = completion
    }

    /// The attachments of the request.
    public var attachments: [String: any Sendable] { request.attachments }

    /// All values by name; see ``Resolution/values``.
    ///
    /// - Complexity: Linear in the URL.
    public var values: JSONObject { resolution.values }

    /// Returns an attachment of the request, if it has the given type.
    ///
    /// - Parameters:
    ///   - name: The name of the attachment.
    ///   - type: The type.
    /// - Returns: The attachment, or `nil` if there is none of that type.
    public func attachment<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        request.attachments[name] as? Value
    }

    /// The value with a name; see ``Resolution/subscript(_:)``.
    public subscript(name: String) -> JSONValue? { resolution[name] }

    /// Decodes the value with a name as a Swift type; see ``Resolution/value(_:as:)``.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The type.
    /// - Returns: The value.
    /// - Throws: ``ValueError`` if the value is missing or cannot be decoded as the type.
    public func value<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try resolution.value(name, as: type)
    }

    /// Decodes all values as a Swift type whose properties have their names; see
    /// ``Resolution/decode(_:)``.
    ///
    /// - Parameter type: The type.
    /// - Returns: The decoded value.
    /// - Throws: ``ValueError`` for the first value that is missing or cannot be decoded.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try resolution.decode(type)
    }

    /// Makes the navigation plan of the match.
    ///
    /// The presentation of the request takes precedence over that of the route.
    ///
    /// - Returns: The plan, or `nil` if neither has a presentation.
    /// - Throws: ``PlanError``; see ``Resolution/plan(covering:over:)``.
    public func plan() throws(PlanError) -> NavigationPlan? {
        try resolution.plan(covering: request.presentation, over: request.stack ?? [])
    }
}

/// A guard's decision on an invocation.
public enum GuardVerdict: Sendable {
    /// The invocation may pass.
    case allow
    /// The invocation may pass, and the error is added to ``Dispatcher/Report/warnings``.
    case warn(any Error)
    /// The invocation is denied, with an error or without; no other match is tried.
    case deny((any Error)?)
    /// The handler of this target, such as a login, must take the request first.
    case challenge(String)
}

/// A handler's answer to an invocation.
public struct HandlerAnswer: Sendable {
    /// True if the handler took the request.
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
    typealias StackHandler =
        @Sendable (_ stack: [any Sendable], _ invocation: DispatchInvocation) async throws ->
        HandlerAnswer
}
