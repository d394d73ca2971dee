public import RouteDBRouting

/// What an edit did to an access rule.
public enum RuleOutcome: Hashable, Sendable {
    /// The rule is new.
    case added(RuleID)
    /// There is a rule that says the same already: the one named.
    case unchanged(RuleID)

    /// The rule that the outcome is about.
    public var id: RuleID {
        switch self {
        case .added(let id), .unchanged(let id): id
        }
    }
}
