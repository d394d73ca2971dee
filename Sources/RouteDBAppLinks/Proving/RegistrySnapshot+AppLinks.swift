public import RouteDB
import RouteDBRouting

extension RegistrySnapshot {
    /// Compares a file with the routes of a namespace, and its fallbacks.
    ///
    /// The comparison is a proof over all links of its domain, see ``AppLinkProof``, and not a sample.
    /// Each witness was checked with the platform's rules and with the registry's matcher.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - app: An app of the file.
    ///   - namespace: The name of the namespace.
    ///   - host: The host that serves the file.
    ///   - apiLevel: The level of Android's API; Apple's platforms ignore it.
    /// - Returns: How the file relates to the routes.
    /// - Throws: `namespaceNotFound`; `invalidInput` if the file does not name the app.
    /// - Complexity: Limited to 2 million steps for each component and each route, and to 40 million
    ///   in all; what is not decided by then is reported as undecided.
    public func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, apiLevel: Int = 35
    ) throws(RouteDBError) -> AppLinkProof {
        try appLinkProof(
            of: file, app: app, namespace: namespace, host: host, apiLevel: apiLevel,
            budget: AppLinkProver.totalBudget)
    }

    /// Compares a file with the routes of a namespace, within a budget of steps.
    package func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, apiLevel: Int = 35,
        budget: Int
    ) throws(RouteDBError) -> AppLinkProof {
        let space = try self.namespace(named: namespace)
        guard file.apps.contains(app) else {
            throw RouteDBError(
                .invalidInput, "The file does not name the app '\(app)'.",
                hint: "Its apps are: \(file.apps.prefix(8).joined(separator: ", ")).")
        }
        let comparison = AppLinkComparison(
            file: file, app: app, namespace: space, host: host.lowercased(),
            table: RoutingTable(self),
            routes: linkedRoutes(of: space, host: host.lowercased()), apiLevel: apiLevel,
            budget: budget)
        return comparison.proof()
    }
}

/// The comparison of a file with routes.
private struct AppLinkComparison {
    private let file: AppLinkFile
    private let app: String
    private let namespace: RouteNamespace
    private let host: String
    private let table: RoutingTable
    private let prover: AppLinkProver
    private let routes: [(route: LinkedRoute, expression: ByteExpression)]
    private let answered: AppLinkProver.Side
    /// The routes that are not compared.
    private let untested: [String]
    /// The uncertain rules that may decide.
    private let doubtful: [PlatformRule]
    /// The file by the rules as stated, and with each doubtful rule read the other way.
    private let files: [(reading: FileReading, compared: ComparedFile)]

    init(
        file: AppLinkFile, app: String, namespace: RouteNamespace, host: String,
        table: RoutingTable, routes: [LinkedRoute], apiLevel: Int, budget: Int
    ) {
        self.file = file
        self.app = app
        self.namespace = namespace
        self.host = host
        self.table = table
        let tested = file.testedParts(app: app)
        let conditions = routes.compactMap(\.conditions).joined()
        let domain = LinkDomain(
            names: tested.names.union(conditions.map(\.name)),
            hasFragment: tested.testsFragment && routes.allSatisfy(\.ignoresFragment),
            file.platform == .android ? .basic : .all)
        var compared: [(route: LinkedRoute, expression: ByteExpression)] = []
        var untested: [String] = []
        for route in routes {
            if let expression = route.expression(in: domain) {
                compared.append((route, expression))
            } else {
                untested.append("\(route.route.pattern?.description ?? "")")
            }
        }
        self.routes = compared
        self.untested = untested
        doubtful = file.doubtfulRules(app: app)
        let readings: [Set<PlatformRule>] = [[]] + doubtful.map { [$0] }
        files = readings.map { reversed in
            let reading = FileReading(
                file: file, app: app, host: host, apiLevel: apiLevel, reversed: reversed)
            return (reading, reading.compared(in: domain))
        }
        let expressions =
            compared.map(\.expression) + files.flatMap { $0.compared.components.map(\.expression) }
        prover = AppLinkProver(domain.comparing(expressions), host: host, budget: budget)
        answered = prover.answered(compared.map(\.expression))
    }

    private func answers(_ url: String) -> Bool {
        var match = RouteMatch()
        guard case .matched = table.match(url, in: namespace.name, into: &match) else {
            return false
        }
        return true
    }

    private func uncertainRules(of witness: String?) -> [PlatformRule] {
        guard let witness, let answer = try? file.explain(witness) else { return [] }
        return answer.apps.first { $0.name == app }?.uncertain ?? []
    }

    /// The parts of a proof by one reading.
    private struct Parts {
        var components: [AppLinkProof.Component]
        var routes: [AppLinkProof.Answer]
        let skipped: [String]
        /// Whether something that may open the app was left out.
        let isPartial: Bool

        var verdict: AppLinkProof.Verdict {
            let verdicts = Set(components.map(\.verdict) + routes.map(\.verdict))
            switch (verdicts.contains(.wider), verdicts.contains(.narrower)) {
            case (true, true): return .different
            case (true, false): return .wider
            case (false, true): return .narrower
            case (false, false):
                return isPartial || verdicts.contains(.undecided) ? .undecided : .exact
            }
        }
    }

    private func parts(_ reading: FileReading, _ compared: ComparedFile) -> Parts {
        let including = compared.components.filter { !$0.isExclude }
        let opened = prover.opened(compared.components)
        let wider = zip(including, opened.sets).map { component, set in
            let outcome = prover.link(in: set, outside: answered) {
                reading.opens($0) && !answers($0)
            }
            let (verdict, witness) = Self.verdict(
                outcome, .wider, isPartial: compared.lacksExclude)
            return AppLinkProof.Component(
                item: component.item, verdict: verdict, witness: witness,
                uncertain: uncertainRules(of: witness))
        }
        let narrower = zip(routes, answered.sets).map { entry, set in
            var outcome = prover.link(in: set, outside: opened) {
                !reading.opens($0) && answers($0)
            }
            if compared.mayOpenMore, case .found = outcome { outcome = .undecided }
            let (verdict, witness) = Self.verdict(
                outcome, .narrower, isPartial: compared.lacksExclude)
            return AppLinkProof.Answer(
                route: entry.route.route.id,
                pattern: "\(entry.route.route.pattern?.description ?? "")",
                verdict: verdict, witness: witness, uncertain: uncertainRules(of: witness),
                notes: entry.route.notes)
        }
        return Parts(
            components: wider, routes: narrower, skipped: compared.skipped,
            isPartial: compared.isPartial)
    }

    private static func verdict(
        _ outcome: AppLinkProver.Outcome, _ found: AppLinkProof.Verdict, isPartial: Bool
    ) -> (AppLinkProof.Verdict, String?) {
        switch outcome {
        case .none: (isPartial ? .undecided : .exact, nil)
        case .undecided: (.undecided, nil)
        case .found(let url): (found, url)
        }
    }

    func proof() -> AppLinkProof {
        var parts = parts(files[0].reading, files[0].compared)
        var verdict = files[0].reading.leavesAllToManifest ? .manifest : parts.verdict
        var uncertain = file.unsettledRules(app: app)
        for (rule, (reading, compared)) in zip(doubtful, files.dropFirst()) {
            let other = self.parts(reading, compared)
            if other.verdict != parts.verdict { uncertain.append(rule) }
            mark(&parts, where: other, by: rule)
        }
        if verdict == .exact, !uncertain.isEmpty { verdict = .uncertain }
        return AppLinkProof(
            platform: file.platform, app: app, namespace: namespace.name, host: host,
            verdict: verdict, uncertain: PlatformRule.allCases.filter(uncertain.contains),
            components: parts.components, routes: parts.routes,
            skipped: parts.skipped + untested)
    }

    /// Marks what is exact by the rules as stated, and is not by another reading of a rule.
    private func mark(_ parts: inout Parts, where other: Parts, by rule: PlatformRule) {
        let components = Dictionary(
            other.components.map { ($0.item, $0.verdict) }, uniquingKeysWith: { $1 })
        for index in parts.components.indices {
            parts.components[index].mark(rule, components[parts.components[index].item])
        }
        for index in parts.routes.indices {
            parts.routes[index].mark(rule, other.routes[index].verdict)
        }
    }
}
