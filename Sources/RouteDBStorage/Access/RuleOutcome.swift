public import RouteDBRouting

/// What an edit did to an access rule.
public enum RuleOutcome: Hashable, Sendable {
    /// The rule was added.
    case added(RuleID)
    /// A rule with the same content, and this id, already exists.
    case unchanged(RuleID)

    /// The id of the rule.
    public var id: RuleID {
        switch self {
        case .added(let id), .unchanged(let id): id
        }
    }
}
