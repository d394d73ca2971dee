public import RouteDBRouting

/// What an edit did to a route.
public enum EditOutcome: Hashable, Sendable {
    /// The route was added.
    case added(RouteID)
    /// The route was replaced by a new version with the same id.
    case replaced(RouteID)
    /// The route already was as requested.
    case unchanged(RouteID)
    /// Another route, with this id, already has the pattern, and nothing was added.
    case skipped(RouteID)

    /// The id of the route.
    public var id: RouteID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id), .skipped(let id): id
        }
    }
}
