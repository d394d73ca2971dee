import RouteDB
import RouteDBRouting

/// The comparison of a file with routes.
struct AppLinkComparison {
    private let reading: FileReading
    private let namespace: RouteNamespace
    /// The app, with its choice of routes; `nil` if the registry does not have it.
    private let app: LinkedApp?
    private let table: RoutingTable
    private let prover: AppLinkProver
    private let routes: ComparedRoutes
    /// The links that must open the app.
    private let wanted: AppLinkProver.Side
    /// The links that other routes answer, for each of their sets.
    private let unwanted: AppLinkProver.Side
    /// The links that must open the app, and those like them with values of other types; `nil` if there
    /// is no difference.
    private let loose: AppLinkProver.Side?
    /// The uncertain rules that may decide.
    private let doubtful: [PlatformRule]
    /// The file by the rules as stated, and with each doubtful rule read the other way.
    private let readings: [Reading]

    /// The sets of links of a file, by one reading.
    private struct Reading {
        let reading: FileReading
        let compared: ComparedFile
        /// What the manifest takes, where it limits the file.
        let limit: ComparedFile?

        var components: [ComparedComponent] { compared.components + (limit?.components ?? []) }
    }

    /// Prepares a comparison.
    init(
        _ reading: FileReading, with snapshot: RegistrySnapshot, in namespace: RouteNamespace,
        budget: Int
    ) {
        self.reading = reading
        self.namespace = namespace
        let (file, host) = (reading.file, reading.host)
        let app = snapshot.linkedApp(reading.app, on: file.platform, in: namespace.id)
        let table = RoutingTable(snapshot)
        let linked = snapshot.linkedRoutes(of: namespace, host: host)
        let tested = [file.testedParts(app: reading.app), reading.manifest?.testedParts]
            .compactMap(\.self).union
        let conditions = linked.compactMap(\.conditions).joined()
        let domain = LinkDomain(
            names: tested.names.union(conditions.map(\.name)),
            hasFragment: tested.testsFragment && linked.allSatisfy(\.ignoresFragment),
            file.platform == .android ? .basic : .all)
        let routes = ComparedRoutes(
            linked,
            ranked: { snapshot.rankedPaths(of: namespace, host: host, in: table) },
            of: app, in: domain)
        let doubtful = reading.doubtfulRules
        let choices: [Set<PlatformRule>] = [[]] + doubtful.map { [$0] }
        let readings = choices.map { reversed -> Reading in
            var own = reading
            own.reversed = reversed
            return Reading(
                reading: own, compared: own.compared(in: domain), limit: own.limit(in: domain))
        }
        let all =
            routes.file.components + (routes.loose?.components ?? [])
            + readings.flatMap(\.components)
        let prover = AppLinkProver(
            domain.comparing(all.map(\.expression)), host: host, budget: budget,
            checkCost: readings[0].components.count + 1)
        (self.app, self.table, self.routes) = (app, table, routes)
        (self.doubtful, self.readings, self.prover) = (doubtful, readings, prover)
        wanted = prover.opened(routes.file.components)
        unwanted = prover.opened(routes.file.components.map(\.inverse))
        loose = routes.loose.map { prover.opened($0.components) }
    }

    // MARK: The registry

    /// The route that answers a link; `nil` if none does.
    private func answer(_ url: String) -> Route? {
        var match = RouteMatch()
        guard case .matched = table.match(url, in: namespace.name, into: &match) else { return nil }
        return table.route(of: match)
    }

    /// Whether a route answers a link, and the app opens its links.
    private func isWanted(_ url: String) -> Bool {
        answer(url).map { app?.opens($0) ?? true } ?? false
    }

    private func uncertainRules(of witness: String?) -> [PlatformRule] {
        guard let witness, prover.budget > 0,
            let answer = try? reading.file.explain(witness, apiLevel: reading.apiLevel)
        else { return [] }
        prover.charge(checks: readings.count)
        return answer.apps.first { $0.name == reading.app }?.uncertain ?? []
    }

    // MARK: One reading

    /// The parts of a proof by one reading.
    private struct Parts {
        var components: [AppLinkProof.Component]
        var routes: [AppLinkProof.Answer]
        let skipped: [String]
        /// Whether something that may open the app, or a route, was left out.
        let isPartial: Bool

        /// How all parts together relate to the routes, without or with values of other types.
        func verdict(ignoringTypes: Bool) -> AppLinkProof.Verdict {
            let counted = components.filter { !ignoringTypes || !$0.isWiderByTypesOnly }
            let verdicts = Set(counted.map(\.verdict) + routes.map(\.verdict))
            switch (verdicts.contains(.wider), verdicts.contains(.narrower)) {
            case (true, true): return .different
            case (true, false): return .wider
            case (false, true): return .narrower
            case (false, false):
                return isPartial || verdicts.contains(.undecided) ? .undecided : .exact
            }
        }
    }

    private func parts(_ own: Reading) -> Parts {
        let opened = prover.opened(own.compared.components)
        let limit = own.limit.map { prover.opened($0.components) }
        let isVague = own.compared.lacksExclude || own.limit?.lacksExclude ?? false
        let components = zip(own.compared.including, opened.sets).map { component, set in
            self.component(component, set, own, limit, isVague: isVague)
        }
        let (inside, outside) = places
        let routes = routes.entries.filter { !$0.places.isEmpty }.map { entry in
            // Nobody knows what a manifest opens that is not given.
            if own.reading.needsManifest { return answer(entry, (.manifest, nil), own) }
            let sets =
                entry.isOpened
                ? entry.places.map { wanted.sets[inside[$0]] }
                : entry.places.map { unwanted.sets[outside[$0]] }
            return entry.isOpened
                ? narrower(entry, sets, own, opened, limit)
                : wider(entry, sets, own, opened, limit)
        }
        return Parts(
            components: components, routes: routes,
            skipped: own.compared.skipped + (own.limit?.skipped ?? []),
            isPartial: own.compared.isPartial || own.limit?.isPartial ?? false
                || self.routes.file.isPartial)
    }

    /// For each path of a route, its place among the sets of its side.
    private var places: (inside: [Int], outside: [Int]) {
        var (inside, outside): ([Int], [Int]) = ([], [])
        var (opened, others) = (0, 0)
        for component in routes.file.components {
            inside.append(opened)
            outside.append(others)
            if component.isExclude { others += 1 } else { opened += 1 }
        }
        return (inside, outside)
    }

    /// A component, and the links for which it opens the app although they should stay in the browser.
    private func component(
        _ component: ComparedComponent, _ set: ByteLanguage?, _ own: Reading,
        _ limit: AppLinkProver.Side?, isVague: Bool
    ) -> AppLinkProof.Component {
        let inside = [limit].compactMap(\.self)
        let outcome = prover.link(in: set, outside: wanted, inside: inside) {
            own.reading.opens($0) && !isWanted($0)
        }
        let (verdict, witness) = Self.verdict(
            outcome, .wider, isVague: isVague || routes.file.lacksExclude)
        let other = witness.flatMap { answer($0) }
        var isLoose = false
        if witness != nil, other == nil, let loose,
            case .none = prover.link(
                in: set, outside: loose, inside: inside, isConfirmed: { _ in true })
        {
            isLoose = true
        }
        return AppLinkProof.Component(
            item: component.item, verdict: verdict, witness: witness, answeredBy: other?.id,
            isWiderByTypesOnly: isLoose, uncertain: uncertainRules(of: witness))
    }

    /// A route whose links must open the app, and those that stay in the browser.
    private func narrower(
        _ entry: ComparedRoutes.Entry, _ sets: [ByteLanguage?], _ own: Reading,
        _ opened: AppLinkProver.Side, _ limit: AppLinkProver.Side?
    ) -> AppLinkProof.Answer {
        func search(_ side: AppLinkProver.Side, mayOpenMore: Bool) -> AppLinkProver.Outcome {
            let outcome = Self.first(sets) { set in
                prover.link(in: set, outside: side) { !own.reading.opens($0) && isWanted($0) }
            }
            if mayOpenMore, case .found = outcome { return .undecided }
            return outcome
        }
        // Both files must open the app: a link that either of them leaves in the browser is one.
        var sides = [(opened, own.compared.mayOpenMore)]
        if let limit { sides.append((limit, own.limit?.mayOpenMore ?? false)) }
        let outcome = Self.first(sides) { search($0.0, mayOpenMore: $0.1) }
        let isVague = own.compared.lacksExclude || own.limit?.lacksExclude ?? false
        return answer(entry, Self.verdict(outcome, .narrower, isVague: isVague), own)
    }

    /// A route whose links must stay in the browser, and those that open the app.
    private func wider(
        _ entry: ComparedRoutes.Entry, _ sets: [ByteLanguage?], _ own: Reading,
        _ opened: AppLinkProver.Side, _ limit: AppLinkProver.Side?
    ) -> AppLinkProof.Answer {
        let outcome = Self.first(sets) { set in
            prover.link(in: set, inside: [opened] + [limit].compactMap(\.self)) { url in
                own.reading.opens(url) && answer(url).map { !(app?.opens($0) ?? true) } ?? false
            }
        }
        let isVague = own.compared.isPartial || own.limit?.isPartial ?? false
        return answer(entry, Self.verdict(outcome, .wider, isVague: isVague), own)
    }

    private func answer(
        _ entry: ComparedRoutes.Entry, _ found: (AppLinkProof.Verdict, String?), _ own: Reading
    ) -> AppLinkProof.Answer {
        AppLinkProof.Answer(
            route: entry.route.route.id, pattern: "\(entry.route.route.pattern?.description ?? "")",
            isOpened: entry.isOpened, verdict: found.0, witness: found.1,
            isRefusedByManifest: entry.isOpened
                && found.1.map { !own.reading.manifestTakes($0) } ?? false,
            uncertain: uncertainRules(of: found.1), notes: entry.route.notes)
    }

    /// The first link of some searches; none if none of them finds one.
    private static func first<Element>(
        _ elements: [Element], _ search: (Element) -> AppLinkProver.Outcome
    ) -> AppLinkProver.Outcome {
        var isDecided = true
        for element in elements {
            switch search(element) {
            case .found(let url): return .found(url)
            case .undecided: isDecided = false
            case .none: break
            }
        }
        return isDecided ? .none : .undecided
    }

    private static func verdict(
        _ outcome: AppLinkProver.Outcome, _ found: AppLinkProof.Verdict, isVague: Bool
    ) -> (AppLinkProof.Verdict, String?) {
        switch outcome {
        case .none: (isVague ? .undecided : .exact, nil)
        case .undecided: (.undecided, nil)
        case .found(let url): (found, url)
        }
    }

    // MARK: All readings

    func proof() -> AppLinkProof {
        let file = reading.file
        var parts = parts(readings[0])
        var (verdict, loose) = (Whole(parts, false), Whole(parts, true))
        for (rule, other) in zip(doubtful, readings.dropFirst()) {
            let other = self.parts(other)
            verdict.compare(other, by: rule)
            loose.compare(other, by: rule)
            mark(&parts, where: other, by: rule)
        }
        let unsettled = file.unsettledRules(app: reading.app)
        let uncertain = unsettled + verdict.uncertain
        func settled(_ whole: Whole) -> AppLinkProof.Verdict {
            if reading.needsManifest { return .manifest }
            let isSettled = unsettled.isEmpty && whole.uncertain.isEmpty
            return whole.verdict == .exact && !isSettled ? .uncertain : whole.verdict
        }
        return AppLinkProof(
            platform: file.platform, app: reading.app, isKnown: app != nil,
            namespace: namespace.name, host: reading.host, verdict: settled(verdict),
            verdictIgnoringTypes: settled(loose),
            uncertain: PlatformRule.allCases.filter(uncertain.contains),
            components: parts.components, routes: parts.routes,
            skipped: parts.skipped + routes.skipped)
    }

    /// The verdict about all parts, with the rules that it depends on.
    private struct Whole {
        let verdict: AppLinkProof.Verdict
        private let ignoringTypes: Bool
        private(set) var uncertain: [PlatformRule] = []

        init(_ parts: Parts, _ ignoringTypes: Bool) {
            verdict = parts.verdict(ignoringTypes: ignoringTypes)
            self.ignoringTypes = ignoringTypes
        }

        /// Notes a rule by whose other reading the verdict is another.
        mutating func compare(_ other: Parts, by rule: PlatformRule) {
            if other.verdict(ignoringTypes: ignoringTypes) != verdict { uncertain.append(rule) }
        }
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
