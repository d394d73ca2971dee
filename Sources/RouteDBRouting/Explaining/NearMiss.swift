/// A change, confirmed by the resolver, that would make a request match.
public struct NearMiss: Hashable, Sendable {
    /// The kind of change.
    public enum Change: Hashable, Sendable {
        /// Replace the URL with this one.
        case url(String)
        /// Replace the route's pattern with this one.
        case pattern(RoutePattern)
        /// Enable the route.
        case enabling
    }

    /// The change to make.
    public let change: Change
    /// The route that would match.
    public let route: Route
    /// Why the route does not match now.
    public let rejection: Rejection
}
