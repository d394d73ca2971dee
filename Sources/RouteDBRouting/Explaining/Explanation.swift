/// Why a request resolves as it does.
///
/// ``resolution`` is the resolver's answer; the other properties explain it.
public struct Explanation: Sendable {
    /// The answer to the request.
    public let resolution: Resolution
    /// The namespaces where the request was looked up: the first one, followed by its fallback
    /// chain.
    ///
    /// For a request by route name, the chain ends at the namespace that has the route.
    public let namespaces: [NamespaceVisit]
    /// The candidates: those that fit, in match order, then the nearest of those that do not, up to
    /// ``ExplainOptions/candidateLimit``.
    ///
    /// The nearest candidates share the most leading segments with the URL. If the limit cuts off
    /// candidates that fail at the same place, those that rank first are kept.
    public let candidates: [Candidate]
    /// The rule by which the chosen route ranks before the next candidate that fits; `nil` if no
    /// other candidate fits.
    public let order: OrderRule?
    /// Routes that would match in other namespaces, if the request is unmatched.
    public let elsewhere: [MatchElsewhere]
    /// Confirmed changes that would make an unmatched request match, the smallest first.
    public let nearMisses: [NearMiss]

    /// The steps that normalize the URL as written to the form that the first namespace matches
    /// routes against; empty for a request by route name.
    public var steps: [NormalizationStep] {
        guard resolution.request.routeName == nil, resolution.outcome != .invalid else { return [] }
        return NormalizationStep.steps(
            of: resolution.request.urlBytes,
            namespaces.first?.namespace.policies ?? resolution.policies)
    }

    /// The values of the resolution with their origins.
    public var values: [ValueOrigin] { resolution.valueOrigins }

    /// The access rules that cover the route, and whether each applies.
    public var rules: [ConsideredRule] { resolution.consideredRules }
}

/// A route that would match in a namespace where the request was not looked up.
public struct MatchElsewhere: Hashable, Sendable {
    /// The namespace that was not visited.
    public let namespace: Namespace
    /// The route that matches if the request names the namespace.
    public let route: Route
}
