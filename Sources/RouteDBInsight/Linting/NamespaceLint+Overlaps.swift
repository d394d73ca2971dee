import RouteDBRouting

// Pairs of routes that match a common URL.
extension NamespaceLint {
    /// Two routes, the higher-ranked one first.
    private struct RoutePair: Hashable {
        let first: RouteID
        let second: RouteID
    }

    /// Reports pairs of routes between which only the order of registration decides.
    func findAmbiguous(in tree: LintTree, _ collector: inout LintCollector) -> Bool {
        var seen: Set<RoutePair> = []
        var search = overlaps(sameShape: policies.choice == .specificity, in: tree)
        search.run { pair in
            let (first, second) = (variants[pair.first], variants[pair.second])
            guard first.rank.isTied(with: second.rank),
                first.competes(with: second)
            else { return }
            let routes = RoutePair(first: first.route.id, second: second.route.id)
            // Through another variant, the same two routes may come in the opposite order.
            let turned = RoutePair(first: routes.second, second: routes.first)
            guard !seen.contains(turned), !seen.contains(routes) else { return }
            let message =
                "\(label(first.route)) and \(label(second.route)) both match some URLs,"
                + " and only the order of registration decides between them."
            if report(.ambiguous, pair, message, &collector) { seen.insert(routes) }
        }
        return search.budget > 0
    }

    /// Reports pairs of routes that overlap while each also matches URLs that the other does not.
    func findCrossing(in tree: LintTree, _ collector: inout LintCollector) -> Bool {
        var seen: Set<RoutePair> = []
        var search = overlaps(sameShape: false, in: tree)
        var containing = Containment(classes)
        search.run { pair in
            let (first, second) = (variants[pair.first], variants[pair.second])
            let routes = RoutePair(first: first.route.id, second: second.route.id)
            guard !first.rank.isTied(with: second.rank),
                first.competes(with: second), !seen.contains(routes),
                !containing.contains(first, second), !containing.contains(second, first)
            else { return }
            let message =
                "\(label(first.route)) and \(label(second.route)) both match some URLs,"
                + " and each matches others; the first one is tried first."
            if report(.crossing, pair, message, &collector) { seen.insert(routes) }
        }
        return search.budget > 0
    }

    /// The tree of the variants to compare: leaves out routes already reported as unreachable, and
    /// all but the first of a route's equal variants.
    func overlapTree(without silent: Set<RouteID>) -> LintTree {
        var leftOut: Set<Int> = []
        var seen: [RouteID: Set<VariantKey>] = [:]
        for (number, key) in keys.sorted(by: { $0.key < $1.key }) {
            let isNew = seen[variants[number].routeID, default: []].insert(key).inserted
            if !isNew { leftOut.insert(number) }
        }
        for route in silent { leftOut.formUnion(members[route]) }
        return all.without(leftOut, of: variants)
    }

    private func overlaps(sameShape: Bool, in tree: LintTree) -> OverlapSearch {
        OverlapSearch(
            variants, tree, classes, sameShape: sameShape,
            mixesCase: policies.letterCase == .insensitiveLiterals, budget: Self.budget)
    }

    private func report(
        _ code: LintCode, _ pair: OverlapSearch.Pair, _ message: String,
        _ collector: inout LintCollector
    ) -> Bool {
        let (first, second) = (variants[pair.first], variants[pair.second])
        // Where the order of registration is the namespace's rule, it is meant to decide.
        let isRule = code == .ambiguous && policies.choice != .specificity
        let finding = LintFinding(
            code, severity: isRule ? .note : nil, in: namespace.id,
            routes: [first.route.id, second.route.id], message,
            fixes: code == .ambiguous
                ? raising(second.route, above: first.route.priority) : [])
        return collector.add(finding) {
            let parts = WitnessSearch.Parts(first, second, texts: pair.texts)
            return witnesses.witness(of: parts) { probe in
                guard let one = best(of: first.route.id, for: probe),
                    let other = best(of: second.route.id, for: probe), one < other
                else { return nil }
                return [first.route.id, second.route.id]
            }
        }
    }

    /// The number of the highest-ranked variant of a route that fits a URL.
    private func best(of route: RouteID, for probe: WitnessSearch.Probe) -> Int? {
        members[route].first { probe.fits(variants[$0]) }
    }
}

/// Tests whether one variant matches everything that another one matches.
private struct Containment {
    private var classes: ClassPool

    init(_ classes: ClassPool) { self.classes = classes }

    /// Returns whether a variant matches every URL of another one, as far as can be proved.
    mutating func contains(_ outer: LintVariant, _ inner: LintVariant) -> Bool {
        guard !outer.needsCode, inner.meetsConditions(of: outer) else { return false }
        let hasRest = (outer.word + inner.word).contains { classes[$0].isRest }
        if !hasRest && outer.word.count != inner.word.count { return false }
        if !hasRest {
            for (place, types) in zip(outer.word, inner.word).enumerated() {
                let mayMiss = place < LintVariant.firstSegment && classes[types.1] == .anything
                if mayMiss && classes[types.0] != .anything { return false }
                if !classes.contains(types.0, types.1) { return false }
            }
            return true
        }
        let pair = [outer, inner]
        var search = CoverageSearch(
            pair, LintTree([outer], classes: classes), classes, budget: 10_000)
        return search.isCovered(1)
    }
}

extension Rank {
    /// Returns whether two variants compare equal in everything that precedes the order of registration.
    fileprivate func isTied(with other: Rank) -> Bool {
        priority == other.priority && shape == other.shape && text == other.text
            && claim == other.claim
    }
}
