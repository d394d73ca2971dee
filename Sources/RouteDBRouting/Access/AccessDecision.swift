/// Whether a request may reach its target, and the rules that made it so.
public struct AccessDecision: Hashable, Sendable {
    /// What was decided.
    public enum Verdict: String, Sendable {
        /// The request may go on.
        case allow
        /// It may not.
        case deny
        /// It must go to another target first.
        case challenge
    }

    /// Where a verdict comes from.
    public enum Reason: String, Sendable {
        /// No allow rule covers the route, and its namespace is open.
        case open
        /// Rules say so.
        case rules
        /// Allow rules cover the route, and none of them applies.
        case notAllowed = "not-allowed"
        /// No allow rule covers the route, and its namespace is closed.
        case closed
    }

    /// What was decided.
    public let verdict: Verdict
    /// Where that comes from.
    public let reason: Reason
    /// The rules that made it so, by age: those of the verdict's effect that apply.
    public let rules: [RuleID]
    /// The shadow rules that apply, by age; they changed nothing.
    public let shadow: [RuleID]
    /// The code for programs of the first of the rules that has one.
    public let code: String?
    /// The message for people of the first of the rules that has one.
    public let message: String?
    /// The target to go to first, of the first rule that challenges.
    public let challengeTarget: String?

    /// The decision where nothing is ruled.
    static let open = AccessDecision(
        verdict: .allow, reason: .open, rules: [], shadow: [], code: nil, message: nil,
        challengeTarget: nil)
}
