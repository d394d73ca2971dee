public import RouteDBRouting

/// A namespace as its author describes it, before the registry checks it and assigns its id.
public struct NamespaceDraft: Hashable, Sendable {
    /// The unique name: ASCII letters, digits, `-`, `_` and `.`.
    public var name: String
    /// The profile, which sets the policies.
    public var profile: NamespaceProfile
    /// The policies that differ from the profile's, as written.
    public var overrides: [NamespacePolicy: String]
    /// The schemes that the namespace is bound to; empty for any scheme.
    public var schemes: [String]
    /// The hosts that the namespace is bound to; `*.example.com` stands for every subdomain of
    /// `example.com`; empty for any host.
    public var hosts: [String]
    /// The name of the namespace to try when this one has no match.
    public var fallback: String?
    /// The target for URLs that match no route here or in the fallbacks.
    public var fallbackTarget: String?
    /// Whether routes that no access rule allows may be reached.
    public var access: RouteNamespace.Access

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - name: The unique name.
    ///   - profile: The profile, which sets the policies.
    ///   - overrides: The policies that differ from the profile's, as written.
    ///   - schemes: The schemes that the namespace is bound to; empty for any scheme.
    ///   - hosts: The hosts that the namespace is bound to; empty for any host.
    ///   - fallback: The name of the namespace to try when this one has no match.
    ///   - fallbackTarget: The target for URLs that match no route here or in the fallbacks.
    ///   - access: Whether routes that no access rule allows may be reached.
    public init(
        name: String, profile: NamespaceProfile = .native,
        overrides: [NamespacePolicy: String] = [:],
        schemes: [String] = [], hosts: [String] = [], fallback: String? = nil,
        fallbackTarget: String? = nil, access: RouteNamespace.Access = .open
    ) {
        self.name = name
        self.profile = profile
        self.overrides = overrides
        self.schemes = schemes
        self.hosts = hosts
        self.fallback = fallback
        self.fallbackTarget = fallbackTarget
        self.access = access
    }
}

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
