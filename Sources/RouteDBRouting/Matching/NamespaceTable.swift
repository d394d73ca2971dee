/// The compiled routes of one namespace: its shards, and how to find those of a URL.
///
/// A URL's routes are in at most six shards: those of its scheme, and those of no scheme, each
/// for its host, for host patterns, and for no host. They are asked in this order, which is that
/// of specificity; one is passed over if its best rank is behind a match that was found.
final class NamespaceTable: Sendable {
    /// The shards of one scheme that do not name a host, as indices, or -1.
    struct SchemeShards: Sendable {
        var hostPatterns: Int32 = -1
        var anyHost: Int32 = -1
    }

    let namespace: Namespace
    let policies: NamespacePolicies
    /// Whether a plain URL's host is a host, and its fragment nothing.
    let readsPlainly: Bool
    let shards: ReferenceArray<RoutingShard>
    /// The shards by `scheme://host`.
    let bySchemeAndHost: TextIndex
    /// The shards of patterns without a scheme by `//host`.
    let byHost: TextIndex
    /// Indices into `schemeShards` by `scheme:`.
    let byScheme: TextIndex
    let schemeShards: [SchemeShards]
    /// The shards of patterns without a scheme.
    let noScheme: SchemeShards
    /// The shard of patterns without a scheme that ask for no host.
    let emptyHost: Int32
    /// The index of the fallback in the routing table, or -1.
    let fallback: Int

    init(
        namespace: Namespace, shards: [ShardKey: RoutingShard], order: [ShardKey], fallback: Int
    ) {
        self.namespace = namespace
        policies = namespace.policies
        readsPlainly = policies.host == .match && policies.fragment == .ignore
        self.fallback = fallback
        var list: [RoutingShard] = []
        var schemesAndHosts: [(key: [UInt8], value: UInt32)] = []
        var hosts: [(key: [UInt8], value: UInt32)] = []
        var schemes: [String: SchemeShards] = [:]
        var noScheme = SchemeShards()
        var emptyHost: Int32 = -1
        for key in order {
            guard let shard = shards[key] else { continue }
            let index = Int32(list.count)
            list.append(shard)
            switch (key.host, key.scheme) {
            case (.literal(let host), let scheme):
                // The plain reading takes a host that it finds here as checked.
                guard HostSyntax.canBeHost(host) else { continue }
                if let scheme {
                    schemesAndHosts.append((Array("\(scheme)://".utf8) + host, UInt32(index)))
                } else {
                    hosts.append((Array("//".utf8) + host, UInt32(index)))
                    if host.isEmpty { emptyHost = index }
                }
            case (.pattern, let scheme?): schemes[scheme, default: .init()].hostPatterns = index
            case (.any, let scheme?): schemes[scheme, default: .init()].anyHost = index
            case (.pattern, nil): noScheme.hostPatterns = index
            case (.any, nil): noScheme.anyHost = index
            }
        }
        self.shards = ReferenceArray(list)
        self.noScheme = noScheme
        self.emptyHost = emptyHost
        bySchemeAndHost = TextIndex(schemesAndHosts)
        byHost = TextIndex(hosts)
        schemeShards = Array(schemes.values)
        byScheme = TextIndex(
            schemes.keys.enumerated().map { (Array("\($1):".utf8), UInt32($0)) })
    }
}

/// What the patterns of one shard have in common.
struct ShardKey: Hashable, Sendable {
    enum Host: Hashable, Sendable {
        /// The bytes of a literal host; empty: no host. A string would equal others than itself.
        case literal([UInt8])
        /// Any pattern with parameters or wildcards.
        case pattern
        /// No condition.
        case any
    }

    let scheme: String?
    let host: Host

    /// The key of a pattern in a namespace.
    init(_ pattern: RoutePattern, host: HostPattern?) {
        scheme = pattern.scheme
        self.host =
            switch host {
            case nil: .any
            case let host? where host.isLiteral: .literal(Array(host.literalText.utf8))
            default: .pattern
            }
    }
}
