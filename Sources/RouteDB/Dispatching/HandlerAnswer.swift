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
