import RouteDBDatabase
public import RouteDBRouting

/// A namespace as its author describes it, before the registry checks it and assigns its id.
public struct NamespaceDraft: Hashable, Sendable {
    /// The unique name: ASCII letters, digits, `-`, `_` and `.`.
    public var name: String
    /// The profile, which sets the policies.
    public var profile: NamespaceProfile
    /// The policies that differ from the profile's.
    public var overrides: NamespacePolicy.Overrides
    /// The schemes that the namespace is bound to; empty for any scheme.
    public var schemes: [String]
    /// The hosts that the namespace is bound to; `*.example.com` stands for every subdomain of
    /// `example.com`; empty for any host.
    public var hosts: [String]
    /// The name of the namespace to try when this one has no match.
    public var fallback: String?
    /// The target for URLs that match no route here or in the fallbacks.
    public var fallbackTarget: String?
    /// The access to routes that no access rule allows.
    public var access: RouteNamespace.Access

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - name: The unique name.
    ///   - profile: The profile, which sets the policies.
    ///   - overrides: The policies that differ from the profile's.
    ///   - schemes: The schemes that the namespace is bound to; empty for any scheme.
    ///   - hosts: The hosts that the namespace is bound to; empty for any host.
    ///   - fallback: The name of the namespace to try when this one has no match.
    ///   - fallbackTarget: The target for URLs that match no route here or in the fallbacks.
    ///   - access: Whether routes that no access rule allows may be reached.
    public init(
        name: String, profile: NamespaceProfile = .native,
        overrides: NamespacePolicy.Overrides = .init(),
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

/// The rules for a namespace's bindings.
enum NamespaceRules {
    /// The maximum number of pairs of a scheme and a host in one namespace's bindings.
    static let bindings = 1_024

    /// The schemes or hosts in lower case, without duplicates, in the given order.
    static func normalized(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(\.asciiLowercased).filter { seen.insert($0).inserted }
    }

    static func checkScheme(_ scheme: String) throws(RouteDBError) {
        let marks = "+-.".utf8
        let bytes = scheme.utf8
        guard (1...EditRules.nameBytes).contains(bytes.count), let first = bytes.first,
            first.isASCIILetter,
            bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || marks.contains($0) })
        else {
            throw RouteDBError(
                .invalidValue, "'\(scheme)' is not a valid scheme.",
                hint: "Use a letter, then letters, digits, '+', '-' and '.', without ':'.")
        }
    }

    /// Checks a host or a wildcard such as `*.example.com`; ports are not allowed.
    static func checkHost(_ host: String) throws(RouteDBError) {
        let all = host.utf8
        let bytes = host.utf8.starts(with: "*.".utf8) ? all.dropFirst(2) : all[...]
        let isLiteral = bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
        let marks = isLiteral ? "/?#@\\ *%<>\"{}|^`".utf8 : "/?#@\\ *%<>\"{}|^`:[]".utf8
        guard (1...EditRules.nameBytes).contains(all.count), let first = bytes.first,
            first != UInt8(ascii: "."),
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !marks.contains($0) })
        else {
            throw RouteDBError(
                .invalidValue, "'\(host)' is not a valid host.",
                hint: "Use a host without scheme and port, such as 'example.com', or"
                    + " '*.example.com' for its subdomains.")
        }
    }

    /// Checks that the cast mark is different from the marks around a parameter.
    static func checkMarks(of draft: NamespaceDraft) throws(RouteDBError) {
        let policies = draft.profile.policies
        let marks = draft.overrides[.marks] ?? policies.marks
        let castMark = draft.overrides[.castMark] ?? policies.castMark
        guard !marks.utf8.contains(where: castMark.utf8.contains) else {
            throw RouteDBError(
                .invalidValue,
                "'\(castMark)' cannot be both the cast mark and one of the marks '\(marks)'.",
                hint: "Choose another character for the policy 'marks' or 'cast-mark'.")
        }
    }
}
