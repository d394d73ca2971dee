public import RouteDBRouting

/// What an edit did to a namespace.
public enum NamespaceOutcome: Hashable, Sendable {
    /// The namespace is new.
    case added(NamespaceID)
    /// The namespace has a new version, under its old id.
    case replaced(NamespaceID)
    /// The namespace was as asked already.
    case unchanged(NamespaceID)

    /// The namespace that the outcome is about.
    public var id: NamespaceID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id): id
        }
    }
}
