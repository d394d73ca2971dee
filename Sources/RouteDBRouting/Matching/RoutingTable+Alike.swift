extension RoutingTable {
    /// The namespaces in which a search finds the same match in another table, whatever the URL and the
    /// kind of the request.
    ///
    /// This holds if the compiled forms and the kinds are equal, whatever else is different about the
    /// routes, such as their targets.
    ///
    /// - Complexity: Linear in the compiled forms.
    package func namespacesMatching(alike other: RoutingTable) -> [Bool]? {
        let (own, others) = (namespaces, other.namespaces)
        let choosesAlike =
            own.count == others.count && defaultPlace == other.defaultPlace
            && zip(own, others).allSatisfy {
                TextKey($0.name) == TextKey($1.name)
                    && $0.schemes.map(TextKey.init) == $1.schemes.map(TextKey.init)
                    && $0.hosts.map(TextKey.init) == $1.hosts.map(TextKey.init)
            }
        guard choosesAlike else { return nil }
        return zip(tables.objects, other.tables.objects).map { $0.matches(alike: $1) }
    }
}

extension NamespaceTable {
    /// Returns whether every search finds the same in another table.
    fileprivate func matches(alike other: NamespaceTable) -> Bool {
        if self === other { return true }
        var numbers = ShardNumbers()
        return policies == other.policies && fallback == other.fallback
            && layers.isEmpty && other.layers.isEmpty
            && keyNumbers(&numbers) == other.keyNumbers(&numbers)
            && zip(shards.objects, other.shards.objects).allSatisfy { $0.matches(alike: $1) }
    }

    /// The numbers of the shards' keys: all routes of a shard have the same one.
    private func keyNumbers(_ numbers: inout ShardNumbers) -> [Int?] {
        shards.objects.map { shard in
            ShardKey(shard.routes.first?.patternOrigin, policies: policies).map {
                numbers.number(of: $0)
            }
        }
    }
}

extension RoutingShard {
    /// Returns whether every search finds the same in another shard: nothing that it reads is different.
    fileprivate func matches(alike other: RoutingShard) -> Bool {
        if self === other { return true }
        return seed == other.seed && root == other.root && policies == other.policies
            && nodes.isEqual(to: other.nodes) && leaves.isEqual(to: other.leaves)
            && tokens.isEqual(to: other.tokens) && records.isEqual(to: other.records)
            && words.isEqual(to: other.words) && pieces.isEqual(to: other.pieces)
            && ranks.isEqual(to: other.ranks) && conditions == other.conditions
            // As bytes: equal strings may be written differently.
            && types.map { TextKey($0.description) } == other.types.map { TextKey($0.description) }
            && routes.elementsEqual(other.routes) { RouteKind.areSame($0.kind, $1.kind) }
    }
}
