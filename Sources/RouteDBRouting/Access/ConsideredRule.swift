/// An access rule that covers a route, and its part in a decision.
public struct ConsideredRule: Hashable, Sendable {
    /// The rule.
    public let rule: AccessRule
    /// Whether it applies to the principal.
    public let isForPrincipal: Bool
    /// The results of its conditions.
    public let findings: [AccessCondition.Finding]
    /// Whether it applies.
    ///
    /// If it does not apply although it is for the principal and no condition fails, it has expired, or
    /// it is an allow rule and an attribute is missing.
    public let applies: Bool
}
