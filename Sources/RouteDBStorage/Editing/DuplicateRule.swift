package import RouteDBRouting

/// What to do when an added route has the same pattern as a route of its namespace.
///
/// If the two routes are equal in everything, nothing changes, whatever the rule.
public enum DuplicateRule: String, CaseIterable, Sendable {
    /// Keep the existing route and add nothing.
    case skip
    /// Throw `routeConflict`.
    case error
    /// Replace the existing route, keeping its id and position; of several, the oldest one.
    case replace
    /// Keep both routes.
    case keepBoth = "keep-both"

    package init(_ policy: NamespacePolicies.Registration) {
        switch policy {
        case .error: self = .error
        case .replace, .replaceText: self = .replace
        case .keepFirst: self = .skip
        case .keepBoth: self = .keepBoth
        }
    }
}
