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
    /// - Returns: How the file relates to the routes.
    /// - Throws: `namespaceNotFound`; `invalidInput` if the file does not name the app.
    /// - Complexity: Limited to 5 million steps for each component and each route, and to 400 million
    ///   in all; what is not decided by then is reported as undecided.
    public func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String
    ) throws(RouteDBError) -> AppLinkProof {
        try appLinkProof(
            of: file, app: app, namespace: namespace, host: host, budget: AppLinkProver.totalBudget)
    }

    /// Compares a file with the routes of a namespace, within a budget of steps.
    package func appLinkProof(
        of file: AppLinkFile, app: String, namespace: String, host: String, budget: Int
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
            routes: linkedRoutes(of: space, host: host.lowercased()), budget: budget)
        return comparison.proof()
    }
}

/// The comparison of a file with routes.
private struct AppLinkComparison {
    let file: AppLinkFile
    let app: String
    let namespace: RouteNamespace
    let host: String
    let table: RoutingTable
    let routes: [LinkedRoute]
    let budget: Int

    private var compared: [LinkedRoute] { routes.filter { !$0.testsQuery && !$0.paths.isEmpty } }

    private func answers(_ url: String) -> Bool {
        var match = RouteMatch()
        guard case .matched = table.match(url, in: namespace.name, into: &match) else {
            return false
        }
        return true
    }

    private func explanation(_ url: String) -> AppLinkExplanation.App? {
        try? file.explain(url).apps.first { $0.name == app }
    }

    private func opens(_ url: String, _ rule: PlatformRule?) -> Bool {
        let reversed: Set<PlatformRule> = rule.map { [$0] } ?? []
        let link = LinkURL(url)
        let outcome =
            switch file.rules {
            case .apple(let association):
                association.answer(link, app: app, AppleReading(reversed: reversed)).outcome
            case .android(let links):
                links.answer(
                    AndroidSubject(link), package: app, apiLevel: AssetLinks.firstLevel,
                    AssetLinks.Reading(reversed: reversed)
                ).outcome
            }
        return outcome == .opens
    }

    private func components(_ rule: PlatformRule?) -> ComparedFile {
        let reversed: Set<PlatformRule> = rule.map { [$0] } ?? []
        switch file.rules {
        case .apple(let association):
            return association.compared(app: app, AppleReading(reversed: reversed))
        case .android(let links):
            return links.compared(package: app, AssetLinks.Reading(reversed: reversed))
        }
    }

    /// The parts of a proof by one reading.
    private func parts(
        _ rule: PlatformRule?
    ) -> (components: [AppLinkProof.Component], routes: [AppLinkProof.Answer], skipped: [String]) {
        let components = components(rule)
        let routes = compared
        let prover = AppLinkProver(
            routes, components.components, platform: file.platform, host: host,
            opens: { opens($0, rule) }, answers: answers, budget: budget)
        let wider = components.components.indices.filter { !components.components[$0].isExclude }
            .map { index in
                let (verdict, witness) = verdict(
                    prover.widerLink(index), .wider, isPartial: components.isPartial)
                return AppLinkProof.Component(
                    item: components.components[index].item, verdict: verdict, witness: witness,
                    uncertain: witness.flatMap(explanation)?.uncertain ?? [])
            }
        let narrower = routes.indices.map { index in
            let (verdict, witness) = verdict(
                prover.narrowerLink(index), .narrower, isPartial: components.isPartial)
            let route = routes[index]
            return AppLinkProof.Answer(
                route: route.route.id, pattern: "\(route.route.pattern?.description ?? "")",
                verdict: verdict, witness: witness,
                uncertain: witness.flatMap(explanation)?.uncertain ?? [], notes: route.notes)
        }
        return (wider, narrower, components.skipped)
    }

    private func verdict(
        _ outcome: PathSearch.Outcome, _ found: AppLinkProof.Verdict, isPartial: Bool
    ) -> (AppLinkProof.Verdict, String?) {
        switch outcome {
        case .none: (isPartial ? .undecided : .exact, nil)
        case .undecided: (.undecided, nil)
        case .found(let path): (found, "https://\(host)\(String(decoding: path, as: UTF8.self))")
        }
    }

    private static func verdict(
        _ components: [AppLinkProof.Component], _ routes: [AppLinkProof.Answer]
    ) -> AppLinkProof.Verdict {
        let isWider = components.contains { $0.verdict == .wider }
        let isNarrower = routes.contains { $0.verdict == .narrower }
        if isWider || isNarrower {
            return isWider && isNarrower ? .different : isWider ? .wider : .narrower
        }
        let isOpen =
            components.contains { $0.verdict == .undecided }
            || routes.contains { $0.verdict == .undecided }
        return isOpen ? .undecided : .exact
    }

    func proof() -> AppLinkProof {
        let (components, answers, skipped) = parts(nil)
        let doubtful: [PlatformRule]
        var isManifest = false
        switch file.rules {
        case .apple(let association): doubtful = association.doubtfulRules(app: app)
        case .android(let links):
            doubtful = links.doubtfulRules(package: app)
            let compared = self.components(nil)
            isManifest = compared.components.isEmpty && compared.skipped.isEmpty
        }
        let verdict = isManifest ? .manifest : Self.verdict(components, answers)
        let uncertain = doubtful.filter { rule in
            let other = parts(rule)
            return Self.verdict(other.components, other.routes) != verdict
        }
        let untested = routes.filter { $0.testsQuery || $0.paths.isEmpty }.map {
            "\($0.route.pattern?.description ?? "")"
        }
        return AppLinkProof(
            platform: file.platform, app: app, namespace: namespace.name, host: host,
            verdict: verdict, uncertain: uncertain, components: components, routes: answers,
            skipped: skipped + untested)
    }
}
