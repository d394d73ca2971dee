public import RouteDBRouting

/// What an edit did to a stored test case.
public enum CaseOutcome: Hashable, Sendable {
    /// The case was added.
    case added(CaseID)
    /// The case with this name was replaced by a different one.
    case replaced(CaseID)
    /// An equal case, with this id, already exists.
    case unchanged(CaseID)

    /// The id of the case.
    public var id: CaseID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id): id
        }
    }
}
