/// Whether a request may reach its target, and which rules decided it.
public struct AccessDecision: Hashable, Sendable {
    /// The verdict.
    public enum Verdict: String, Sendable {
        /// The request may reach the target.
        case allow
        /// The request may not reach the target.
        case deny
        /// The request must go to another target first.
        case challenge
    }

    /// The reason for a verdict.
    public enum Reason: String, Sendable {
        /// No allow rule covers the route, and its namespace is open.
        case open
        /// Rules decided it.
        case rules
        /// Allow rules cover the route, and none of them applies.
        case notAllowed = "not-allowed"
        /// No allow rule covers the route, and its namespace is closed.
        case closed
    }

    /// The verdict.
    public let verdict: Verdict
    /// The reason for the verdict.
    public let reason: Reason
    /// The ids of the rules that decided, oldest first: those with the verdict's effect that apply.
    public let rules: [RuleID]
    /// The ids of the shadow rules that apply, oldest first; they have no effect.
    public let shadow: [RuleID]
    /// A code for programs, from the first deciding rule that has one.
    public let code: String?
    /// A message for people, from the first deciding rule that has one.
    public let message: String?
    /// The target to visit first, from the first rule that challenges.
    public let challengeTarget: String?

    /// The decision where no rule applies.
    static let open = AccessDecision(
        verdict: .allow, reason: .open, rules: [], shadow: [], code: nil, message: nil,
        challengeTarget: nil)
}

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
