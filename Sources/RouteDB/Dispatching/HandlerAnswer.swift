/// What a handler says of an invocation.
public struct HandlerAnswer: Sendable {
    /// Whether the handler took the invocation.
    public let isHandled: Bool
    /// What it gives, which the report carries.
    public let result: (any Sendable)?

    /// It took the invocation.
    public static var handled: HandlerAnswer { HandlerAnswer(isHandled: true, result: nil) }

    /// It does not want the invocation: the next match is tried, where the namespace's policy
    /// `refusal` says so.
    public static var declined: HandlerAnswer { HandlerAnswer(isHandled: false, result: nil) }

    /// It took the invocation, and has a result.
    ///
    /// - Parameter result: The result.
    /// - Returns: The answer.
    public static func handled(_ result: any Sendable) -> HandlerAnswer {
        HandlerAnswer(isHandled: true, result: result)
    }
}
