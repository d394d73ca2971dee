public import RouteDBRouting

/// What an edit did to a stored case.
public enum CaseOutcome: Hashable, Sendable {
    /// The case is new.
    case added(CaseID)
    /// The case of the name asks or expects something else now.
    case replaced(CaseID)
    /// There is such a case already: the one named.
    case unchanged(CaseID)

    /// The case that the outcome is about.
    public var id: CaseID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id): id
        }
    }
}
