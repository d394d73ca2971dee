public import RouteDBRouting

/// What an edit did to a suppression.
public enum SuppressionOutcome: Hashable, Sendable {
    /// The suppression was added.
    case added(LintSuppression)
    /// The reason of a suppression of the same findings was replaced.
    case replaced(LintSuppression)
    /// An equal suppression already exists.
    case unchanged(LintSuppression)

    /// The suppression that was added, replaced or found.
    public var suppression: LintSuppression {
        switch self {
        case .added(let suppression), .replaced(let suppression), .unchanged(let suppression):
            suppression
        }
    }
}
