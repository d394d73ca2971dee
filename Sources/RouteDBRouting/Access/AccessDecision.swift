/// Whether a request may reach its target, and which rules decided it.
public struct AccessDecision: Hashable, Sendable {
    /// The verdict.
    public enum Verdict: String, Sendable {
        /// The request may reach the target.
        case allow
        /// It may not.
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
    /// The rules that decided it, by age: those with the verdict's effect that apply.
    public let rules: [RuleID]
    /// The shadow rules that apply, by age; they have no effect.
    public let shadow: [RuleID]
    /// The code, for programs, of the first of the rules that has one.
    public let code: String?
    /// The message, for people, of the first of the rules that has one.
    public let message: String?
    /// The target to go to first: that of the first rule that challenges.
    public let challengeTarget: String?

    /// The decision where no rule applies.
    static let open = AccessDecision(
        verdict: .allow, reason: .open, rules: [], shadow: [], code: nil, message: nil,
        challengeTarget: nil)
}
