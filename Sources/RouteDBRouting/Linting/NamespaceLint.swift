/// What is found among the routes of one namespace: in the patterns that its table has compiled.
struct NamespaceLint {
    let namespace: Namespace
    let policies: NamespacePolicies
    let table: RoutingTable
    /// The variants, by rank.
    let variants: [LintVariant]
    /// The numbers of each route's variants, by rank.
    let members: [RouteID: [Int]]
    /// The variants without those that nothing depends on: of equal ones the first is enough to
    /// cover others, and the first one of another route to cover the first one's.
    let tree: LintTree
    let classes: ClassPool
    let witnesses: WitnessSearch
    /// The variants that another route has better ranked, with all that they ask, and the first
    /// such route.
    let twins: [Int: RouteID]
    /// What decides which requests each variant takes, by number; `nil` where code does too.
    let keys: [VariantKey?]

    /// The most branches that are looked at for one code in one namespace.
    static let budget = 20_000_000

    init(_ namespaceTable: NamespaceTable, of table: RoutingTable) {
        self.table = table
        namespace = namespaceTable.namespace
        policies = namespaceTable.policies
        var classes = ClassPool(hasEmpty: policies.keepsEmptySegments)
        let variants = LintVariant.all(of: namespaceTable, &classes) { _ in true }
        var members: [RouteID: [Int]] = [:]
        var firsts: [VariantKey: (route: RouteID, hasOther: Bool)] = [:]
        var twins: [Int: RouteID] = [:]
        var leftOut: Set<Int> = []
        var keys: [VariantKey?] = []
        for (number, variant) in variants.enumerated() {
            members[variant.route.id, default: []].append(number)
            let key = VariantKey(variant)
            keys.append(key)
            guard let key else { continue }
            guard let first = firsts[key] else {
                firsts[key] = (variant.route.id, false)
                continue
            }
            let isOther = first.route != variant.route.id
            if isOther { twins[number] = first.route }
            if !isOther || first.hasOther { leftOut.insert(number) }
            firsts[key] = (first.route, first.hasOther || isOther)
        }
        self.variants = variants
        self.members = members
        self.classes = classes
        self.twins = twins
        self.keys = keys
        tree = LintTree(variants, classes: classes, without: leftOut)
        witnesses = WitnessSearch(table, namespace)
    }

    /// A URL of a variant, which it takes.
    func parts(of variant: LintVariant) -> WitnessSearch.Parts {
        var classes = classes
        return WitnessSearch.Parts(variant, &classes)
    }

    /// A witness that a route comes first among those that a request for it may get.
    func witness(of variant: LintVariant) -> LintWitness? {
        witnesses.witness(of: parts(of: variant)) { probe in
            probe.first { _ in true }?.id == variant.route.id ? [variant.route.id] : nil
        }
    }

    /// A route in words: its number, and its name or pattern.
    static func label(_ route: Route) -> String {
        "#\(route.id.rawValue) \(route.name ?? route.patternText)"
    }
}
