public import RouteDBRouting
import RouteDBStorage

extension RegistrySnapshot {
    /// Checks the registry for routes, rules and settings that may not work as intended.
    ///
    /// Every witness URL in the report was confirmed by the matcher. A route reported as
    /// unreachable is certainly unreachable; routes for which this cannot be proved are not
    /// reported. The result depends only on the snapshot, the time and the options.
    ///
    /// - Parameters:
    ///   - time: The current time; rules that end by then are reported as expired.
    ///   - options: What to look for.
    /// - Returns: The findings, including the suppressed ones.
    /// - Complexity: About O(*n* log *n*) in the number of routes if few of them overlap. If many
    ///   do, the work is bounded, and ``LintReport/isBounded`` is `true` where the search was cut
    ///   short.
    public func lint(at time: Timestamp, options: LintOptions = LintOptions()) -> LintReport {
        let table = RoutingTable(self)
        var options = options
        // Without requests there is no telling.
        if options.requestKinds.isEmpty { options.codes.remove(.kindUnused) }
        var collector = LintCollector(options, suppressions: suppressions)
        var isWhole = true
        let usesPatterns: Set<LintCode> = [
            .unreachable, .duplicate, .ambiguous, .crossing, .parameterNames, .unbound, .dialect,
        ]
        if !options.codes.isDisjoint(with: usesPatterns) {
            var owners: OriginOwners?
            if !table.bindings.bindsNothing, collector.wants(.unbound) {
                let space = OriginSpace(table.namespaces)
                owners = OriginOwners(NamespaceChains(table.namespaces), of: space)
            }
            for namespace in table.tables.objects {
                if let wanted = options.namespace, namespace.namespace.id != wanted { continue }
                let lint = NamespaceLint(namespace, of: table)
                isWhole = lint.run(&collector, &owners) && isWhole
            }
        }
        RuleLint(self, time: time).run(&collector)
        RegistryLint(self, table).run(&collector)
        KindLint(
            routes: routes, namespaces: namespaceNames, requestKinds: options.requestKinds
        ).run(&collector)
        for suppression in suppressions where !collector.used.contains(suppression.id) {
            // A suppression may cover a finding that was not looked for.
            guard isWhole, collector.wants(suppression.code), options.namespace == nil else {
                continue
            }
            collector.add(
                LintFinding(
                    .suppressionUnused, in: suppression.namespace,
                    routes: [suppression.route, suppression.other].compactMap(\.self),
                    names: [String(suppression.id), suppression.code.rawValue],
                    "Suppression \(suppression.id) of '\(suppression.code.rawValue)' suppresses"
                        + " no finding.",
                    fixes: ["routedb lint unsuppress \(suppression.id)"]))
        }
        var report = LintReport(revision: revision)
        report.findings = collector.findings.sorted(by: LintFinding.precedes)
        report.suppressed = collector.suppressed.sorted {
            LintFinding.precedes($0.finding, $1.finding)
        }
        report.counts = LintCode.allCases.compactMap { collector.counts[$0] }
        report.isBounded = !isWhole
        return report
    }
}

extension NamespaceLint {
    /// Lints the patterns of the namespace.
    fileprivate func run(
        _ collector: inout LintCollector, _ owners: inout OriginOwners?
    ) -> Bool {
        guard !variants.isEmpty else { return true }
        var isWhole = true
        var silent: Set<RouteID> = []
        let pairs: [LintCode] = [.unreachable, .duplicate, .ambiguous, .crossing]
        if pairs.contains(where: collector.wants) {
            let found = findUnreachable(&collector)
            silent = found.routes
            isWhole = found.isWhole
        }
        lazy var overlaps = overlapTree(without: silent)
        if collector.wants(.ambiguous) {
            isWhole = findAmbiguous(in: overlaps, &collector) && isWhole
        }
        if collector.wants(.crossing) {
            isWhole = findCrossing(in: overlaps, &collector) && isWhole
        }
        if collector.wants(.parameterNames) { findNames(&collector) }
        findUnbound(&collector, &owners)
        findDialects(&collector)
        return isWhole
    }
}

/// Lints the compiled patterns of one namespace.
final class NamespaceLint {
    let namespace: RouteNamespace
    let policies: NamespacePolicy.Values
    let table: RoutingTable
    /// The variants, by rank.
    let variants: [LintVariant]
    /// The numbers of each route's variants, by rank.
    let members: RouteVariants
    /// The tree of all variants.
    let all: LintTree
    /// The tree without redundant variants: of equal variants, the first one suffices to cover others, and
    /// the first one of another route suffices to cover that first one.
    let tree: LintTree
    let classes: ClassPool
    let witnesses: WitnessSearch
    /// Maps each variant that has an equal, higher-ranked variant of another route to the first
    /// such route.
    let twins: [Int: RouteID]
    /// The keys of the variants whose word another variant has too, by number; those that code decides about
    /// have none.
    let keys: [Int: VariantKey]

    /// The most branches visited for one code in one namespace.
    static let budget = 20_000_000

    init(_ namespaceTable: NamespaceTable, of table: RoutingTable) {
        self.table = table
        namespace = namespaceTable.namespace
        policies = namespaceTable.policies
        var classes = ClassPool(hasEmpty: policies.keepsEmptySegments)
        let variants = LintVariant.all(of: namespaceTable, &classes) { _ in true }
        let all = LintTree(variants, classes: classes)
        var twins: [Int: RouteID] = [:]
        var leftOut: Set<Int> = []
        var keys: [Int: VariantKey] = [:]
        for node in all.nodes where node.ends.count > 1 {
            var firsts: [VariantKey: (route: RouteID, hasOther: Bool)] = [:]
            for number in node.ends.lazy.map(Int.init) {
                guard let key = VariantKey(variants[number]) else { continue }
                keys[number] = key
                let route = variants[number].routeID
                guard let first = firsts[key] else {
                    firsts[key] = (route, false)
                    continue
                }
                let isOther = first.route != route
                if isOther { twins[number] = first.route }
                if !isOther || first.hasOther { leftOut.insert(number) }
                firsts[key] = (first.route, first.hasOther || isOther)
            }
        }
        self.variants = variants
        self.classes = classes
        self.twins = twins
        self.keys = keys
        self.all = all
        members = RouteVariants(variants)
        tree = all.without(leftOut, of: variants)
        witnesses = WitnessSearch(table, namespace)
    }

    /// The parts of a URL that a variant matches.
    func parts(of variant: LintVariant) -> WitnessSearch.Parts {
        var classes = classes
        return WitnessSearch.Parts(variant, &classes)
    }

    /// A witness URL for which the variant's route is the first match, by a request of its kind.
    func witness(of variant: LintVariant) -> LintWitness? {
        let route = variant.route
        return witnesses.witness(of: parts(of: variant)) { probe in
            probe.first { $0.covers(route) }?.id == route.id ? [route.id] : nil
        }
    }

    /// The number and label of a route of the namespace.
    func label(_ route: Route) -> String { route.numberedLabel(in: namespace.name) }
}

// Routes that no URL reaches because of the bindings of namespaces.
extension NamespaceLint {
    /// Reports routes whose scheme and host are bound to a namespace that does not use this one.
    ///
    /// Considers only patterns that name a scheme or a host.
    func findUnbound(_ collector: inout LintCollector, _ owners: inout OriginOwners?) {
        guard owners?.isBounded == false else { return }
        var seen: Set<RouteID> = []
        for variant in variants where seen.insert(variant.routeID).inserted {
            guard let origin = variant.route.patternOrigin else { continue }
            let part = OriginSpace.Part(of: origin, policies)
            guard part.isNarrow else { continue }
            if let other = owners?.other(than: namespace.id, for: part) {
                report(variant, other.namespace, &collector)
            }
        }
    }

    private func report(
        _ variant: LintVariant, _ bound: RouteNamespace, _ collector: inout LintCollector
    ) {
        let route = variant.route
        let finding = LintFinding(
            .unbound, in: namespace.id, routes: [route.id], names: [bound.name],
            "URLs of \(label(route)) are bound to the namespace '\(bound.name)', which does"
                + " not use '\(namespace.name)'.",
            fixes: [
                "routedb set '#\(route.id.rawValue)' \(ShellQuoting.quoted("namespace=\(bound.name)"))"
            ])
        collector.add(finding) {
            // Such a URL must reach the route only where the namespace is named.
            let witness = witnesses.witness(of: parts(of: variant)) { probe in
                probe.fits(variant) ? [route.id] : nil
            }
            return witness?.namespace == nil ? nil : witness
        }
    }
}
