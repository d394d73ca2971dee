/// The stable number of a namespace in its registry.
public struct NamespaceID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A set of routes with its own policies.
///
/// A URL is looked up in the namespace with the most specific binding that fits it: a binding to its
/// scheme and host before one to its host, before one to its scheme; an exact host before a wildcard,
/// and a longer wildcard before a shorter one. A URL that no binding fits is looked up in the
/// namespace `default`. If the namespace has no match, its fallback is tried, and so on.
public struct RouteNamespace: Hashable, Sendable {
    /// The access to routes that no access rule allows.
    public enum Access: String, CaseIterable, Sendable {
        /// They may be reached.
        case open
        /// They may not be reached.
        case closed
    }

    /// The name of the namespace that every registry has.
    ///
    /// It handles URLs that are not bound elsewhere.
    public static let defaultName = "default"

    /// The stable number.
    public let id: NamespaceID
    /// The unique name.
    public var name: String
    /// The profile, which sets the policies.
    public var profile: NamespaceProfile
    /// The policies that differ from the profile's.
    public var overrides: NamespacePolicy.Overrides
    /// The schemes that the namespace is bound to, in lower case; empty for any scheme.
    public var schemes: [String]
    /// The hosts that the namespace is bound to, in lower case; `*.example.com` stands for every
    /// subdomain of `example.com`; empty for any host.
    public var hosts: [String]
    /// The namespace to try when this one has no match.
    public var fallback: NamespaceID?
    /// The target for URLs that match no route here or in the fallbacks.
    public var fallbackTarget: String?
    /// The access to routes that no access rule allows.
    public var access: Access

    /// The policies in force: the profile's with the overrides.
    public var policies: NamespacePolicy.Values {
        var policies = profile.policies
        for (policy, value) in overrides.texts { _ = policies.set(policy, to: value) }
        return policies
    }

    /// Creates a namespace, for a ``RegistrySnapshot`` that is built without a registry file.
    ///
    /// - Parameters:
    ///   - id: The stable number; unique in its registry.
    ///   - name: The unique name.
    ///   - profile: The profile, which sets the policies.
    ///   - overrides: The policies that differ from the profile's.
    ///   - schemes: The schemes that the namespace is bound to, in lower case.
    ///   - hosts: The hosts that the namespace is bound to, in lower case.
    ///   - fallback: The namespace to try when this one has no match.
    ///   - fallbackTarget: The target for URLs that match no route here or in the fallbacks.
    ///   - access: Whether routes that no access rule allows may be reached.
    public init(
        id: NamespaceID, name: String, profile: NamespaceProfile = .native,
        overrides: NamespacePolicy.Overrides = .init(), schemes: [String] = [],
        hosts: [String] = [],
        fallback: NamespaceID? = nil, fallbackTarget: String? = nil, access: Access = .open
    ) {
        self.id = id
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

extension PatternSyntax {
    /// The language of a namespace, from its profile and policies.
    public init(_ namespace: RouteNamespace) {
        let policies = namespace.policies
        let marks =
            namespace.profile == .aroute
            ? PatternMarks(policies.marks, castMark: policies.castMark) : nil
        self.init(namespace.profile, marks: marks ?? PatternMarks())
    }
}

extension RouteNamespace {
    /// The namespace and its fallbacks, in the order in which they are asked.
    package func withFallbacks(among all: some Collection<RouteNamespace>) -> [RouteNamespace] {
        var chain: [RouteNamespace] = []
        var next: RouteNamespace? = self
        while let current = next, !chain.contains(where: { $0.id == current.id }) {
            chain.append(current)
            next = current.fallback.flatMap { id in all.first { $0.id == id } }
        }
        return chain
    }
}
