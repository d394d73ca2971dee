public import RouteDBRouting

/// What an edit did to a namespace.
public enum NamespaceOutcome: Hashable, Sendable {
    /// The namespace was added.
    case added(NamespaceID)
    /// The namespace was replaced by a new version with the same id.
    case replaced(NamespaceID)
    /// The namespace already was as requested.
    case unchanged(NamespaceID)

    /// The id of the namespace.
    public var id: NamespaceID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id): id
        }
    }
}
