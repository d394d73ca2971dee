import RouteDBRouting

/// Lints the compiled patterns of one namespace.
struct NamespaceLint {
    let namespace: RouteNamespace
    let policies: NamespacePolicies
    let table: RoutingTable
    /// The variants, by rank.
    let variants: [LintVariant]
    /// The numbers of each route's variants, by rank.
    let members: [RouteID: [Int]]
    /// The tree of the variants, without redundant ones: of equal variants, the first one suffices
    /// to cover others, and the first one of another route suffices to cover that first one.
    let tree: LintTree
    let classes: ClassPool
    let witnesses: WitnessSearch
    /// Maps each variant that has an equal, higher-ranked variant of another route to the first
    /// such route.
    let twins: [Int: RouteID]
    /// The key of each variant, by number; `nil` where code decides too.
    let keys: [VariantKey?]

    /// The most branches visited for one code in one namespace.
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

    /// The parts of a URL that a variant matches.
    func parts(of variant: LintVariant) -> WitnessSearch.Parts {
        var classes = classes
        return WitnessSearch.Parts(variant, &classes)
    }

    /// A witness URL for which the variant's route is the first match.
    func witness(of variant: LintVariant) -> LintWitness? {
        witnesses.witness(of: parts(of: variant)) { probe in
            probe.first { _ in true }?.id == variant.route.id ? [variant.route.id] : nil
        }
    }

    /// A route's number with its name or pattern.
    static func label(_ route: Route) -> String {
        "#\(route.id.rawValue) \(route.name ?? route.patternText)"
    }
}
