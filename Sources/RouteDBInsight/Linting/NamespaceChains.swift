import RouteDBRouting

/// The scheme and host of a URL, which determine the namespaces that handle it.
struct URLOrigin: Hashable, Sendable {
    /// In lower case, or `nil` if the URL has none.
    var scheme: String?
    /// In lower case, or `nil` if the URL has none.
    var host: String?

    /// A URL that consists of these parts only.
    fileprivate var bytes: [UInt8] {
        Array(((scheme.map { "\($0):" } ?? "") + (host.map { "//\($0)" } ?? "") + "/").utf8)
    }
}

/// The chains of namespaces that handle URLs, by scheme and host.
struct NamespaceChains {
    /// Where the search for a URL begins.
    struct Start: Hashable {
        /// The index of the namespace, or -1.
        let place: Int
        /// True if the namespace is bound to the URL; if not, it is the default one.
        let isBound: Bool
    }

    let namespaces: [RouteNamespace]
    private let bindings: BindingIndex
    private let defaultPlace: Int
    /// The chain of each namespace and its fallbacks, by the index of the first.
    private let chains: [[NamespaceID]]

    init(_ namespaces: [RouteNamespace]) {
        self.namespaces = namespaces
        bindings = BindingIndex(namespaces)
        defaultPlace = namespaces.firstIndex { $0.name == RouteNamespace.defaultName } ?? -1
        let fallbacks = Dictionary(
            namespaces.map { ($0.id, $0.fallback) }, uniquingKeysWith: { first, _ in first })
        chains = namespaces.map { namespace in
            var chain: [NamespaceID] = []
            var next: NamespaceID? = namespace.id
            while let id = next, let fallback = fallbacks[id], !chain.contains(id) {
                chain.append(id)
                next = fallback
            }
            return chain
        }
    }

    func start(of origin: URLOrigin) -> Start {
        let form = NormalForm(originOf: origin.bytes.span.bytes)
        if let bound = bindings.namespace(form.bytes.span.bytes, form.urlBounds) {
            return Start(place: bound, isBound: true)
        }
        return Start(place: defaultPlace, isBound: false)
    }

    /// Returns the namespaces of a chain, in order.
    func chain(from start: Start) -> [NamespaceID] {
        chains.indices.contains(start.place) ? chains[start.place] : []
    }

}

/// The namespaces that handle the URLs of parts of all origins, found once for each part, whichever
/// namespaces ask for it.
struct OriginOwners {
    /// A namespace that handles URLs instead of another one.
    struct Other {
        let namespace: RouteNamespace
        /// True if the namespace is bound to the URLs; if not, it is the default one.
        let isBound: Bool
        /// Some of the URLs.
        let origin: URLOrigin
    }

    /// The namespaces that handle URLs of a part, and the one that handles the first of them.
    private struct Owners {
        var all: Set<NamespaceID> = []
        var first: Other?
    }

    private let chains: NamespaceChains
    private let space: OriginSpace
    private var known: [OriginSpace.Part: Owners] = [:]

    init(_ chains: NamespaceChains, of space: OriginSpace) {
        self.chains = chains
        self.space = space
    }

    /// True if there are too many origins to search all of them.
    var isBounded: Bool { space.isBounded }

    /// Returns the namespace that handles URLs instead of another one, which handles none of them.
    mutating func other(than id: NamespaceID, for part: OriginSpace.Part) -> Other? {
        let owners = known[part] ?? owners(of: part)
        known[part] = owners
        return owners.all.contains(id) ? nil : owners.first
    }

    private func owners(of part: OriginSpace.Part) -> Owners {
        var owners = Owners()
        for origin in space.origins(part) {
            let start = chains.start(of: origin)
            owners.all.formUnion(chains.chain(from: start))
            if owners.first == nil, chains.namespaces.indices.contains(start.place) {
                owners.first = Other(
                    namespace: chains.namespaces[start.place], isBound: start.isBound,
                    origin: origin)
            }
        }
        return owners
    }
}

/// The schemes and hosts that bindings distinguish, with one example of each kind that they do not.
///
/// Two URLs with the same place here are handled by the same namespaces.
final class OriginSpace {
    /// The schemes and hosts that URLs of a pattern may have; `nil` means any.
    struct Part: Hashable {
        let schemes: [String?]?
        let hosts: [String?]?
        /// The common end of all hosts, if the pattern has a host with parameters.
        let hostEnd: String?

        /// True if the pattern restricts the scheme or the host.
        var isNarrow: Bool { schemes != nil || hosts != nil || hostEnd != nil }

        /// Creates the part for a pattern, as far as the policies match its scheme and host.
        ///
        /// It may include too many URLs, but never too few.
        init(of pattern: RoutePattern, _ policies: NamespacePolicy.Values) {
            if let scheme = pattern.scheme {
                schemes = [scheme]
            } else {
                schemes = policies.scheme == .exact ? [nil] : nil
            }
            var end: String?
            if let host = policies.matchedHost(of: pattern) {
                hosts = host.isLiteral ? [host.literalText] : nil
                if !host.isLiteral {
                    if case .literal(let text)? = host.elements.last {
                        end = text
                    } else {
                        end = ""
                    }
                }
            } else if let host = pattern.host, host.isLiteral,
                policies.readsHostAsSegment(of: pattern)
            {
                hosts = [host.literalText, nil]
            } else {
                hosts = nil
            }
            hostEnd = end
        }
    }

    private let schemes: [String?]
    /// Without none.
    private let hosts: [String]
    /// The hosts, for looking them up.
    private let known: Set<String>
    /// The places of the hosts, sorted by their bytes from the last to the first.
    private lazy var placesByEnd = hosts.indices.sorted {
        hosts[$0].utf8.reversed().lexicographicallyPrecedes(hosts[$1].utf8.reversed())
    }
    /// How many hosts stand first for every scheme.
    private let changedHosts: Int
    /// True if there are too many origins to search all of them.
    let isBounded: Bool

    /// The maximum number of pairs of a scheme and a host.
    private static let limit = 100_000
    /// The maximum number of schemes, and of hosts, that only patterns name.
    private static let namedLimit = 16

    /// Collects the schemes and hosts that bindings distinguish.
    init(
        _ namespaces: [RouteNamespace], first changed: [RouteNamespace] = [],
        patterns: some Sequence<RoutePattern> = []
    ) {
        let named = Self.named(by: patterns)
        let exact = Set(namespaces.flatMap(\.hosts).filter { !$0.hasPrefix("*.") })
        var schemes: [String?] = changed.flatMap(\.schemes)
        schemes += ["https", nil]
        schemes += namespaces.flatMap(\.schemes) + named.schemes
        let bound = Set(schemes)
        schemes.append(Self.free(["app"], "app") { !bound.contains($0) })
        var hosts = Self.unique(changed.flatMap(\.hosts).map { Self.example(of: $0, exact) })
        changedHosts = hosts.count
        let wildcards = Set(namespaces.flatMap(\.hosts).filter { $0.hasPrefix("*.") })
        hosts.append(
            Self.free(["www.example.com", "example.org", "example.net"], "example") { host in
                !exact.contains(host) && !wildcards.contains { host.hasSuffix($0.dropFirst()) }
            })
        hosts += namespaces.flatMap(\.hosts).map { Self.example(of: $0, exact) } + named.hosts
        self.schemes = Self.unique(schemes)
        let all = Self.unique(hosts)
        let count = max(1, Self.limit / self.schemes.count)
        self.hosts = Array(all.prefix(count))
        known = Set(self.hosts)
        isBounded = all.count > count
    }

    /// Returns the origins of a part, up to the limit.
    func origins(_ part: Part? = nil) -> [URLOrigin] {
        let named = part?.hosts ?? part?.hostEnd.map(hosts(endingWith:))
        var origins: [URLOrigin] = []
        for scheme in part?.schemes ?? schemes {
            for host in named ?? hosts(behind: scheme) {
                guard origins.count < Self.limit else { return origins }
                origins.append(URLOrigin(scheme: scheme, host: host))
            }
        }
        return origins
    }

    /// Returns the hosts with a given end, and one more.
    ///
    /// If a host with the end is bound by a wildcard, one of the two ends is a part of the other:
    /// so that wildcard's example has the end, or the wildcard takes the other host here too.
    private func hosts(endingWith end: String) -> [String?] {
        let turned = Array(end.utf8.reversed())
        var (low, high) = (0, placesByEnd.count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = hosts[placesByEnd[middle]].utf8.reversed()
                .lexicographicallyPrecedes(turned)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        let found = placesByEnd[low...].prefix { hosts[$0].utf8.reversed().starts(with: turned) }
        return found.sorted().map { hosts[$0] }
            + [Self.free(["x1\(end)"], "x", behind: end) { !known.contains($0) }]
    }

    /// Returns the hosts, and `nil` for no host: early for apps, whose URLs often have none, and
    /// last for web sites.
    private func hosts(behind scheme: String?) -> [String?] {
        let isWeb = scheme.map { WebSchemes.contains($0.utf8) } ?? false
        var all: [String?] = hosts
        all.insert(nil, at: isWeb ? all.count : min(changedHosts, all.count))
        return all
    }

    /// Returns the first schemes and hosts that patterns name.
    private static func named(
        by patterns: some Sequence<RoutePattern>
    ) -> (schemes: [String], hosts: [String]) {
        var schemes: Set<String> = []
        var hosts: Set<String> = []
        for pattern in patterns {
            if schemes.count < namedLimit, let scheme = pattern.scheme { schemes.insert(scheme) }
            if hosts.count < namedLimit, let host = pattern.host, host.isLiteral {
                hosts.insert(host.literalText)
            }
        }
        return (schemes.sorted(), hosts.sorted())
    }

    /// Returns a host that a binding matches, and that is not bound exactly.
    private static func example(of host: String, _ exact: Set<String>) -> String {
        guard host.hasPrefix("*.") else { return host }
        let parent = host.dropFirst()
        return free(["www\(parent)", "app\(parent)"], "x", behind: String(parent)) {
            !exact.contains($0)
        }
    }

    /// Returns the first unused text of a list, or one with a number.
    private static func free(
        _ texts: [String], _ stem: String, behind end: String = "", where isFree: (String) -> Bool
    ) -> String {
        if let text = texts.first(where: isFree) { return text }
        var number = 1
        while !isFree("\(stem)\(number)\(end)") { number += 1 }
        return "\(stem)\(number)\(end)"
    }

    private static func unique<Text: Hashable>(_ texts: [Text]) -> [Text] {
        var seen: Set<Text> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
