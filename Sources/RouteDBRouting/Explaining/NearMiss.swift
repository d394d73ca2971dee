/// A change that would make a request match, which the resolver has confirmed.
public struct NearMiss: Hashable, Sendable {
    /// What would be changed.
    public enum Change: Hashable, Sendable {
        /// The URL, to this one.
        case url(String)
        /// The route's pattern, to this one.
        case pattern(RoutePattern)
        /// The route, to one that takes part in matching.
        case enabling
    }

    /// What would be changed.
    public let change: Change
    /// The route that would match.
    public let route: Route
    /// What keeps it from doing so now.
    public let rejection: Rejection
}
