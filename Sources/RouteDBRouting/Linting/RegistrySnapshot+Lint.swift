extension RegistrySnapshot {
    /// Looks for what does not do, or may not do, what its author meant.
    ///
    /// Every URL that a finding shows was put to the matcher. A route that is called unreachable is
    /// unreachable; where that is not known for sure, nothing is said.
    ///
    /// - Parameters:
    ///   - time: When it is asked, in microseconds since 1970-01-01T00:00:00Z: what is over by then
    ///     is found.
    ///   - options: What is looked for.
    /// - Returns: The findings, and those that are suppressed.
    /// - Complexity: About O(*n* log *n*) in the routes, where few of them overlap; bounded where
    ///   many do, which the report then says.
    public func lint(at time: Int64, options: LintOptions = LintOptions()) -> LintReport {
        let table = RoutingTable(self)
        var collector = LintCollector(options, suppressions: suppressions)
        var isWhole = true
        let usesPatterns: Set<LintCode> = [
            .unreachable, .duplicate, .ambiguous, .crossing, .parameterNames, .unbound, .dialect,
        ]
        if !options.codes.isDisjoint(with: usesPatterns) {
            for namespace in table.tables.objects {
                if let wanted = options.namespace, namespace.namespace.id != wanted { continue }
                let lint = NamespaceLint(namespace, of: table)
                isWhole = lint.run(&collector) && isWhole
            }
        }
        RuleLint(self, time: time).run(&collector)
        RegistryLint(self, table).run(&collector)
        for suppression in suppressions where !collector.used.contains(suppression.id) {
            // Of what was not looked for, nothing is known.
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
                    mends: ["routedb lint unsuppress \(suppression.id)"]))
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
    /// Looks at the patterns of the namespace.
    ///
    /// - Parameter collector: Takes the findings.
    /// - Returns: Whether all of them were looked at.
    fileprivate func run(_ collector: inout LintCollector) -> Bool {
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
        findUnbound(&collector)
        findDialects(&collector)
        return isWhole
    }
}
