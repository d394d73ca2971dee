// Routes whose URLs all go to better ranked ones.
extension NamespaceLint {
    /// Reports routes that are unreachable or duplicates.
    ///
    /// - Parameter collector: Takes the findings.
    /// - Returns: The routes, and whether all variants were looked at.
    func findUnreachable(_ collector: inout LintCollector) -> (routes: Set<RouteID>, isWhole: Bool)
    {
        var members: [RouteID: [Int]] = [:]
        for (number, variant) in variants.enumerated() {
            members[variant.route.id, default: []].append(number)
        }
        var search = CoverageSearch(variants, tree, classes, budget: Self.budget)
        var found: Set<RouteID> = []
        for number in variants.indices {
            let route = variants[number].route
            // Each route once, at its best variant.
            guard let own = members[route.id], own[0] == number else { continue }
            if let original = original(of: own, members) {
                found.insert(route.id)
                report(.duplicate, own, original, &collector)
            } else if own.allSatisfy({ twins[$0] != nil || search.isCovered($0) }) {
                found.insert(route.id)
                report(.unreachable, own, nil, &collector)
            }
        }
        return (found, search.budget > 0)
    }

    /// The better ranked route that has twins of all variants, and no other variants.
    private func original(of own: [Int], _ members: [RouteID: [Int]]) -> RouteID? {
        guard let first = own.first.flatMap({ twins[$0] }),
            own.allSatisfy({ twins[$0] == first })
        else { return nil }
        return members[first]?.count == own.count ? first : nil
    }

    private func report(
        _ code: LintCode, _ own: [Int], _ original: RouteID?, _ collector: inout LintCollector
    ) {
        let route = variants[own[0]].route
        let chains = policies.registration == .keepBoth && policies.refusal == .next
        let label = Self.label(route)
        let message: String
        if let original {
            message = "\(label) takes the same URLs as #\(original.rawValue), which comes first."
        } else {
            message = "Every URL that \(label) takes goes to better ranked routes."
        }
        let finding = LintFinding(
            code, severity: chains ? .warning : nil, in: namespace.id,
            routes: [route.id] + (original.map { [$0] } ?? []), message)
        let proof = { (finding: LintFinding) -> LintFinding? in
            for number in own {
                let witness = witnesses.witness(of: parts(of: variants[number])) { routes in
                    let wanted = routes.filter { other in
                        route.kind == nil
                            || other.kind?.utf8.elementsEqual((route.kind ?? "").utf8) == true
                    }
                    guard let first = wanted.first, first.id != route.id,
                        wanted.contains(where: { $0.id == route.id })
                    else { return nil }
                    return [first.id, route.id]
                }
                guard let witness, let better = witness.routes.first else { continue }
                var finding = finding
                finding.witness = witness
                finding.mends = ["routedb remove '#\(route.id.rawValue)'"]
                finding.mends += raising(route, above: priority(of: better))
                return finding
            }
            return nil
        }
        collector.add(finding, proof: proof)
    }

    private func priority(of route: RouteID) -> Int32 {
        variants.first { $0.route.id == route }?.route.priority ?? 0
    }

    /// The command that ranks a route above others of a priority, where priorities count.
    func raising(_ route: Route, above priority: Int32) -> [String] {
        switch policies.choice {
        case .specificity, .priority:
            guard priority < .max else { return [] }
            return ["routedb replace '#\(route.id.rawValue)' --priority \(priority + 1)"]
        case .mostLiterals, .first: return []
        }
    }
}
