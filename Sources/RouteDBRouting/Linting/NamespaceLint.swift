/// What is found among the routes of one namespace: in the patterns that its table has compiled.
struct NamespaceLint {
    let namespace: Namespace
    let policies: NamespacePolicies
    let table: RoutingTable
    /// The variants, by rank.
    let variants: [LintVariant]
    let tree: LintTree
    let classes: ClassPool
    let witnesses: WitnessSearch
    /// The variants that another route has better ranked, with all that they ask, and that route.
    let twins: [Int: RouteID]

    /// The most branches that are looked at for one code in one namespace.
    static let budget = 20_000_000
    /// The most variants with equal keys that are compared with others.
    private static let maximumTwins = 16

    init(_ namespaceTable: NamespaceTable, of table: RoutingTable) {
        self.table = table
        namespace = namespaceTable.namespace
        policies = namespaceTable.policies
        var classes = ClassPool(hasEmpty: policies.keepsEmptySegments)
        var variants: [LintVariant] = []
        for shard in namespaceTable.shards.objects {
            let isOutOfReach = LintVariant.isOutOfReach(shard.routes[0], policies: policies)
            for number in 0..<shard.variants.count where !isOutOfReach {
                variants.append(
                    LintVariant(number, of: shard, classes: &classes, policies: policies))
            }
        }
        variants.sort { $0.rank < $1.rank }
        var firsts: [VariantKey: (route: RouteID, count: Int)] = [:]
        var twins: [Int: RouteID] = [:]
        var leftOut: Set<Int> = []
        for (number, variant) in variants.enumerated() {
            guard let key = VariantKey(variant) else { continue }
            let first = firsts[key] ?? (variant.route.id, 0)
            if first.route != variant.route.id { twins[number] = first.route }
            if first.count >= Self.maximumTwins { leftOut.insert(number) }
            firsts[key] = (first.route, first.count + 1)
        }
        self.variants = variants
        self.classes = classes
        self.twins = twins
        tree = LintTree(variants, classes: classes, without: leftOut)
        witnesses = WitnessSearch(table, namespace)
    }

    /// A URL of a variant, which it takes.
    func parts(of variant: LintVariant) -> WitnessSearch.Parts {
        var classes = classes
        let texts = variant.word.enumerated().map { place, type -> [UInt8]? in
            if place < LintVariant.firstSegment && classes[type] == .anything { return nil }
            if classes[type] == .path { return Array("x1".utf8) }
            return classes.commonText(type, type)
        }
        // A catch-all may be nothing.
        let kept = zip(texts, variant.word).filter { classes[$0.1] != .catchAll }.map(\.0)
        return WitnessSearch.Parts(variant, texts: kept)
    }

    /// A witness that a route comes first among those that a request for it may get.
    func witness(of variant: LintVariant) -> LintWitness? {
        witnesses.witness(of: parts(of: variant)) { routes in
            routes.first?.id == variant.route.id ? [variant.route.id] : nil
        }
    }

    /// A route in words: its number, and its name or pattern.
    static func label(_ route: Route) -> String {
        "#\(route.id.rawValue) \(route.name ?? route.patternText)"
    }
}
