public import RouteDBRouting

extension RegistrySnapshot {
    /// Checks the registry for routes, rules and settings that may not work as intended.
    ///
    /// Every witness URL in the report was confirmed by the matcher. A route reported as
    /// unreachable is certainly unreachable; routes for which this cannot be proved are not
    /// reported. The result depends only on the snapshot, the time and the options.
    ///
    /// - Parameters:
    ///   - time: The current time, in microseconds since 1970-01-01T00:00:00Z; rules that end by
    ///     then
    ///     are reported as expired.
    ///   - options: What to look for.
    /// - Returns: The findings, including the suppressed ones.
    /// - Complexity: About O(*n* log *n*) in the number of routes if few of them overlap. If many
    ///   do, the work is bounded, and ``LintReport/isBounded`` is `true` where the search was cut
    ///   short.
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
    ///
    /// - Parameter collector: Collects the findings.
    /// - Returns: Whether all patterns were examined.
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
