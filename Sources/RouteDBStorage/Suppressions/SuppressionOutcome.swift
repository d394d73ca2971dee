public import RouteDBRouting

/// What an edit did to a suppression.
public enum SuppressionOutcome: Hashable, Sendable {
    /// The suppression is new.
    case added(LintSuppression)
    /// There was one of the same findings, which now has another reason.
    case replaced(LintSuppression)
    /// There is one that says the same already.
    case unchanged(LintSuppression)

    /// The suppression that the outcome is about.
    public var suppression: LintSuppression {
        switch self {
        case .added(let suppression), .replaced(let suppression), .unchanged(let suppression):
            suppression
        }
    }
}
