/// Why a request is answered as it is.
///
/// The answer itself is ``resolution``, the resolver's own; the rest says what led to it.
public struct Explanation: Sendable {
    /// The answer.
    public let resolution: Resolution
    /// The namespaces that were asked, in this order; without an end before the last fallback if
    /// none has a match.
    public let namespaces: [NamespaceVisit]
    /// What was chosen, what else fits, in the order in which they would be tried, and of what does
    /// not fit the nearest, up to ``ExplainOptions/candidateLimit``.
    ///
    /// The nearest agree with the URL in the most segments. Of those that fail in one place either
    /// all are listed or, where the limit is reached, the ones that match first.
    public let candidates: [Candidate]
    /// The rule of order by which the chosen route comes before the next one that fits; `nil` if
    /// nothing else fits.
    public let order: OrderRule?
    /// Routes of namespaces that were not asked which would match, if none of those asked has one.
    public let elsewhere: [MatchElsewhere]
    /// Changes that would make the request match, the smallest first; none if it matches.
    public let nearMisses: [NearMiss]

    /// The steps from the URL as written to what the routes of the first namespace are compared
    /// with; none for a request by name.
    public var steps: [NormalizationStep] {
        guard resolution.request.routeName == nil, resolution.outcome != .invalid else { return [] }
        return NormalizationStep.steps(
            of: resolution.request.urlBytes,
            namespaces.first?.namespace.policies ?? resolution.policies)
    }

    /// Each value, and where it comes from.
    public var values: [ValueOrigin] { resolution.valueOrigins }

    /// Every access rule that covers the route, and whether it applies.
    public var rules: [ConsideredRule] { resolution.consideredRules }
}

/// A route that would match if its namespace were asked.
public struct MatchElsewhere: Hashable, Sendable {
    /// The namespace, which was not asked.
    public let namespace: Namespace
    /// The route that a request gets which names the namespace.
    public let route: Route
}
