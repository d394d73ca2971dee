public import RouteDBRouting

/// What an edit did to a route.
public enum EditOutcome: Hashable, Sendable {
    /// The route is new.
    case added(RouteID)
    /// The route has a new version, under its old id.
    case replaced(RouteID)
    /// The route was as asked already.
    case unchanged(RouteID)
    /// Another route, the one named, has the pattern, and stays.
    case skipped(RouteID)

    /// The route that the outcome is about.
    public var id: RouteID {
        switch self {
        case .added(let id), .replaced(let id), .unchanged(let id), .skipped(let id): id
        }
    }
}
