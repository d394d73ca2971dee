/// A URL that proves a finding: what is said of it was asked of the matcher.
public struct LintWitness: Hashable, Sendable {
    /// The URL as written.
    public let url: String
    /// The namespace that must be named with the URL; `nil`: the URL is bound to the right one.
    public let namespace: String?
    /// The routes that the finding is about and that the URL was found to fit, the best ranked
    /// first; for what is unreachable the route that takes its place comes first.
    public let routes: [RouteID]
}
