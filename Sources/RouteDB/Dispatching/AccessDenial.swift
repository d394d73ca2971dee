public import RouteDBRouting

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
