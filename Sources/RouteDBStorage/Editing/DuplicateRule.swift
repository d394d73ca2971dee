package import RouteDBRouting

/// What adding a route does when its namespace has one with an equal pattern.
///
/// A route that is equal in everything is left alone, whatever the rule.
public enum DuplicateRule: String, CaseIterable, Sendable {
    /// The old route stays, and nothing is added.
    case skip
    /// It is an error.
    case error
    /// The new route takes the old one's place, id and order; of several, the oldest one's.
    case replace
    /// Both stand.
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
