import RouteDBRouting

// Routes whose URLs are all matched by higher-ranked routes.
extension NamespaceLint {
    /// Reports routes that are unreachable or duplicates.
    func findUnreachable(_ collector: inout LintCollector) -> (routes: Set<RouteID>, isWhole: Bool)
    {
        var search = CoverageSearch(variants, tree, classes, budget: Self.budget)
        let originals = originals()
        var found: Set<RouteID> = []
        for number in variants.indices {
            let route = variants[number].routeID
            // Each route is examined once, at its highest-ranked variant.
            let own = members[route]
            guard own.first == number else { continue }
            if let original = originals[route] {
                found.insert(route)
                report(.duplicate, own, original, &collector)
            } else if own.allSatisfy({ twins[$0] != nil || search.isCovered($0) }) {
                found.insert(route)
                report(.unreachable, own, nil, &collector)
            }
        }
        return (found, search.isWhole)
    }

    /// Maps each route that matches the same requests as an earlier route, and ranks behind it for
    /// all of them, to that earlier route.
    private func originals() -> [RouteID: RouteID] {
        var firsts: [Set<VariantKey>: [VariantKey: Int]] = [:]
        var found: [RouteID: RouteID] = [:]
        for number in keys.keys.sorted() {
            let route = variants[number].routeID
            let own = members[route]
            guard own.first == number else { continue }
            let taken = own.compactMap { keys[$0] }
            guard taken.count == own.count else { continue }
            let places = Dictionary(zip(taken, own), uniquingKeysWith: { first, _ in first })
            guard let first = firsts[Set(taken)] else {
                firsts[Set(taken)] = places
                continue
            }
            if places.allSatisfy({ key, place in first[key].map { $0 < place } == true }) {
                found[route] = first.values.first.map { variants[$0].routeID }
            }
        }
        return found
    }

    private func report(
        _ code: LintCode, _ own: ArraySlice<Int>, _ original: RouteID?,
        _ collector: inout LintCollector
    ) {
        let route = variants[own[own.startIndex]].route
        let chains = policies.registration == .keepBoth && policies.refusal == .next
        let label = label(route)
        let message: String
        if let original {
            message =
                "\(label) matches the same URLs as #\(original.rawValue), which is tried first."
        } else {
            message = "Every URL that \(label) matches is matched first by other routes."
        }
        let finding = LintFinding(
            code, severity: chains ? .warning : nil, in: namespace.id,
            routes: [route.id] + (original.map { [$0] } ?? []), message)
        let proof = { [self] (finding: LintFinding) -> LintFinding? in
            guard let (witness, better) = witness(ofRoute: own) else { return nil }
            var finding = finding
            finding.witness = witness
            finding.fixes = ["routedb remove '#\(route.id.rawValue)'"]
            finding.fixes += raising(route, above: better.priority)
            return finding
        }
        collector.add(finding, proof: proof)
    }

    /// A URL that fits a route's variants but goes to a higher-ranked route, and that other route.
    private func witness(ofRoute own: ArraySlice<Int>) -> (LintWitness, Route)? {
        let route = variants[own[own.startIndex]].route
        var better: Route?
        for number in own {
            let witness = witnesses.witness(of: parts(of: variants[number])) { probe in
                let first = probe.first { $0.covers(route) }
                guard let first, first.id != route.id, first.namespace == namespace.id,
                    own.contains(where: { probe.fits(variants[$0]) })
                else { return nil }
                better = first
                return [first.id, route.id]
            }
            if let witness, let better { return (witness, better) }
        }
        return nil
    }

    /// The command that raises a route above a priority, where priorities count.
    func raising(_ route: Route, above priority: Int32) -> [String] {
        switch policies.choice {
        case .specificity, .priority:
            guard priority < .max else { return [] }
            return ["routedb set '#\(route.id.rawValue)' priority=\(priority + 1)"]
        case .mostLiterals, .first: return []
        }
    }
}
