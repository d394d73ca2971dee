/// The compiled routes of a namespace: its shards, and how to find those of a URL.
///
/// The routes for a URL are in at most six shards: those of its scheme and those without a scheme, each
/// for its host, for host patterns, and without a host. They are searched in this order, which is that
/// of specificity. A shard is skipped if its best rank is after a match that was found.
package final class NamespaceTable: Sendable {
    /// The shards of a scheme without a literal host, as indices, or -1.
    struct SchemeShards: Sendable {
        var hostPatterns: Int32 = -1
        var anyHost: Int32 = -1
    }

    package let namespace: RouteNamespace
    package let policies: NamespacePolicy.Values
    /// True if plain URLs are read as by the native policies.
    let readsPlainly: Bool
    /// True if patterns without a scheme match only URLs without one.
    let schemesAreExact: Bool
    package let shards: ReferenceArray<RoutingShard>
    let layers: ShardLayers
    /// The routes without a pattern, in the order of registration.
    let tasks: [Route]
    /// The shards by `scheme://host`.
    let bySchemeAndHost: TextIndex
    /// True if all shards are by scheme and host: no other than one of these can be that of a URL.
    let hasOnlySchemesAndHosts: Bool
    /// The shards of patterns without a scheme by `//host`.
    let byHost: TextIndex
    /// Indices into `schemeShards` by `scheme:`.
    let byScheme: TextIndex
    let schemeShards: [SchemeShards]
    /// The shards of patterns without a scheme.
    let noScheme: SchemeShards
    /// The shard of patterns that require a URL without a host.
    let emptyHost: Int32
    /// The index of the fallback in the routing table, or -1.
    package let fallback: Int

    /// Creates the table of a namespace.
    init(
        namespace: RouteNamespace, groups: [RouteGroup], tasks: [Route], fallback: Int
    ) {
        self.namespace = namespace
        self.tasks = tasks
        policies = namespace.policies
        readsPlainly = policies.readsPlainly
        schemesAreExact = policies.scheme == .exact
        self.fallback = fallback
        var schemesAndHosts: [(key: [UInt8], value: UInt32)] = []
        var hosts: [(key: [UInt8], value: UInt32)] = []
        var schemes: [String: SchemeShards] = [:]
        var noScheme = SchemeShards()
        var emptyHost: Int32 = -1
        for (number, group) in groups.enumerated() {
            let (key, index) = (group.key, Int32(number))
            if let host = key.host, host.isLiteral {
                let text = host.literalText
                // The plain reading treats a host that it finds here as checked.
                guard HostSyntax.canBeHost(Array(text.utf8)) else { continue }
                if let scheme = key.scheme {
                    schemesAndHosts.append((Array("\(scheme)://\(text)".utf8), UInt32(index)))
                } else {
                    hosts.append((Array("//\(text)".utf8), UInt32(index)))
                    if text.isEmpty { emptyHost = index }
                }
                continue
            }
            switch (key.host, key.scheme) {
            case (.some, let scheme?): schemes[scheme, default: .init()].hostPatterns = index
            case (nil, let scheme?): schemes[scheme, default: .init()].anyHost = index
            case (.some, nil): noScheme.hostPatterns = index
            case (nil, nil): noScheme.anyHost = index
            }
        }
        shards = Self.shards(of: groups)
        layers = ShardLayers(groups)
        self.noScheme = noScheme
        self.emptyHost = emptyHost
        bySchemeAndHost = TextIndex(schemesAndHosts)
        byHost = TextIndex(hosts)
        schemeShards = Array(schemes.values)
        byScheme = TextIndex(
            schemes.keys.enumerated().map { (Array("\($1):".utf8), UInt32($0)) })
        hasOnlySchemesAndHosts = groups.allSatisfy {
            $0.key.scheme != nil && $0.key.host?.isLiteral == true
        }
    }

    /// True if some route takes requests only for a time.
    var isTimed: Bool {
        shards.objects.contains(where: \.isTimed) || tasks.contains(where: \.asksForTime)
    }

    /// The enabled route with a name that was registered first.
    ///
    /// - Complexity: Linear in the routes of the namespace.
    func route(named name: String) -> Route? {
        var found = tasks.first { $0.name?.utf8.elementsEqual(name.utf8) == true }
        for place in shards.objects.indices {
            let route = routes(ofShard: place).first {
                $0.name?.utf8.elementsEqual(name.utf8) == true
            }
            if let route, found.map({ route.id < $0.id }) ?? true { found = route }
        }
        return found
    }

    /// The routes of a shard that count, in the order of registration.
    func routes(ofShard place: Int) -> some Sequence<Route> {
        shards.objects[place].routes.enumerated().lazy
            .filter { !self.layers.replaces(UInt32($0.offset), ofShard: place) }.map(\.element)
    }

    /// The numbers of the variants of a shard that count, in the order of rank.
    package func variants(ofShard place: Int) -> some Sequence<Int> {
        let shard = shards.objects[place]
        return (0..<shard.variants.count).lazy
            .filter { !self.layers.replaces(shard.variants[$0].route, ofShard: place) }
    }

    /// The first shards of the groups, and then the second shards of those that have one.
    private static func shards(of groups: [RouteGroup]) -> ReferenceArray<RoutingShard> {
        ReferenceArray(groups.compactMap(\.main) + groups.compactMap(\.recent))
    }

    /// Creates a table with other routes in groups of the same keys.
    init(replacing old: NamespaceTable, groups: [RouteGroup], tasks: [Route]) {
        self.tasks = tasks
        namespace = old.namespace
        policies = old.policies
        readsPlainly = old.readsPlainly
        schemesAreExact = old.schemesAreExact
        fallback = old.fallback
        shards = Self.shards(of: groups)
        layers = ShardLayers(groups)
        noScheme = old.noScheme
        emptyHost = old.emptyHost
        bySchemeAndHost = old.bySchemeAndHost.copy()
        hasOnlySchemesAndHosts = old.hasOnlySchemesAndHosts
        byHost = old.byHost.copy()
        byScheme = old.byScheme.copy()
        schemeShards = old.schemeShards
    }
}
