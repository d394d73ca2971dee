/// An access rule of a route's scopes, and what became of it in a decision.
public struct ConsideredRule: Hashable, Sendable {
    /// The rule.
    public let rule: AccessRule
    /// Whether it is for whoever asks.
    public let isForPrincipal: Bool
    /// What was found of each of its conditions.
    public let findings: [AccessCondition.Finding]
    /// Whether it applies.
    ///
    /// One that does not, although it is for whoever asks and no condition fails, is past its
    /// time, or an allow rule that lacks an attribute.
    public let applies: Bool
}
