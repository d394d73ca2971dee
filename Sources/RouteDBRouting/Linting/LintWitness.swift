/// A URL that proves a finding, as confirmed by the matcher.
public struct LintWitness: Hashable, Sendable {
    /// The URL as written.
    public let url: String
    /// The namespace to resolve the URL in, or `nil` if the URL is bound to the right one.
    public let namespace: String?
    /// The routes of the finding that the URL matches, the highest-ranked first.
    ///
    /// For an unreachable route, the first one is the route that is matched in its place.
    public let routes: [RouteID]
}
