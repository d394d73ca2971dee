/// A bundle of policies under one name, and the dialect in which a namespace's patterns are written.
public enum Profile: String, CaseIterable, Sendable {
    /// RouteDB's own language and order.
    case native

    /// The policies that the profile sets.
    public var policies: NamespacePolicies {
        switch self {
        case .native: .native
        }
    }
}
