/// An access rule that covers a route, and its part in the decision.
public struct ConsideredRule: Hashable, Sendable {
    /// The rule.
    public let rule: AccessRule
    /// Whether it applies to the principal.
    public let isForPrincipal: Bool
    /// The results of its conditions.
    public let findings: [AccessCondition.Finding]
    /// Whether the rule applies.
    ///
    /// A rule that is for the principal and has no failing condition may still not apply: it has
    /// expired, or it is an allow rule and an attribute is missing.
    public let applies: Bool
}
