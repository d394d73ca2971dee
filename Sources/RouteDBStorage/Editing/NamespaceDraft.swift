public import RouteDBRouting

/// A namespace as a person writes it, before the registry has checked and numbered it.
public struct NamespaceDraft: Hashable, Sendable {
    /// The unique name: ASCII letters, digits, `-`, `_` and `.`.
    public var name: String
    /// The profile, which sets the policies.
    public var profile: Profile
    /// The policies that differ from the profile's, as written.
    public var overrides: [Policy: String]
    /// The schemes that the namespace is bound to; empty: any.
    public var schemes: [String]
    /// The hosts that the namespace is bound to; `*.example.com` takes every host below
    /// `example.com`; empty: any.
    public var hosts: [String]
    /// The name of the namespace to ask when this one has no match.
    public var fallback: String?
    /// The target of URLs that find no route here and in the fallbacks.
    public var fallbackTarget: String?
    /// Whether routes that no access rule allows may be reached.
    public var access: Namespace.Access

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - name: The unique name.
    ///   - profile: The profile, which sets the policies.
    ///   - overrides: The policies that differ from the profile's, as written.
    ///   - schemes: The schemes that the namespace is bound to; empty: any.
    ///   - hosts: The hosts that the namespace is bound to; empty: any.
    ///   - fallback: The name of the namespace to ask when this one has no match.
    ///   - fallbackTarget: The target of URLs that find no route here and in the fallbacks.
    ///   - access: Whether routes that no access rule allows may be reached.
    public init(
        name: String, profile: Profile = .native, overrides: [Policy: String] = [:],
        schemes: [String] = [], hosts: [String] = [], fallback: String? = nil,
        fallbackTarget: String? = nil, access: Namespace.Access = .open
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
