/// A route, and one of the variants of its pattern.
public struct RankedPattern: Hashable, Sendable {
    /// The route.
    public let route: Route
    /// The route's pattern with some of its optional groups, written without group marks.
    public let pattern: RoutePattern
}

extension RoutingTable {
    /// Lists every variant of every enabled route of a namespace.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The variants in the order in which they are tried: the first that fits a URL wins. Empty
    ///   if there is no such namespace.
    /// - Complexity: O(*n* log *n*) in the number of variants.
    public func rankedPatterns(in namespace: String) -> [RankedPattern] {
        guard let place = place(of: namespace) else { return [] }
        let shards = tables.objects[place].shards.objects
        var found: [(rank: Rank, shard: Int, variant: UInt32)] = []
        for (number, shard) in shards.enumerated() {
            for variant in 0..<shard.variants.count {
                found.append((shard.ranks[variant], number, UInt32(variant)))
            }
        }
        found.sort { $0.rank < $1.rank }
        return found.map { shards[$0.shard].rankedPattern(of: $0.variant) }
    }
}

extension RoutingShard {
    /// The route and the pattern of a variant.
    func rankedPattern(of variant: UInt32) -> RankedPattern {
        let route = routes[Int(variants[Int(variant)].route)]
        let wanted = ranks[Int(variant)].variantIndex
        var path: [PatternElement] = []
        route.pattern?.forEachPath(order: policies.groups) { index, elements in
            if index == wanted { path = elements }
        }
        let pattern = RoutePattern(
            scheme: route.pattern?.scheme, host: route.pattern?.host, path: path,
            query: route.pattern?.query ?? [])
        return RankedPattern(route: route, pattern: pattern)
    }
}
