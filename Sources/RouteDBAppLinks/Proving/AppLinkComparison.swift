import RouteDB
import RouteDBRouting

/// The comparison of a file with routes.
struct AppLinkComparison {
    let links: LinkedRoutes
    private let reading: FileReading
    /// The app, with its choice of routes; `nil` if the registry does not have it.
    let app: LinkedApp?
    private let prover: AppLinkProver
    private let routes: ComparedRoutes
    /// The links that must open the app.
    private let wanted: ComparedRoutes.Sets
    /// The links that other routes answer.
    private let unwanted: ComparedRoutes.Sets
    /// The links that must open the app for certain; `nil` if these are all.
    private let certain: AppLinkProver.Side?
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
        let decider: LinkDecider
        let compared: ComparedFile
        /// The links that the manifest takes, where it limits the file.
        let limit: ComparedFile?

        init(_ reading: FileReading, in domain: LinkDomain) {
            self.reading = reading
            decider = reading.decider
            compared = reading.compared(in: domain)
            limit = reading.limit(in: domain)
        }

        var expressions: [ByteExpression] {
            (compared.components + (limit?.components ?? [])).map(\.expression)
        }
    }

    /// Prepares a comparison.
    init(_ reading: FileReading, with links: LinkedRoutes, of app: LinkedApp?, budget: Int) {
        (self.reading, self.links, self.app) = (reading, links, app)
        let file = reading.file
        let tested = [file.testedParts(app: reading.app), reading.manifest?.testedParts]
            .compactMap(\.self).union
        let domain = links.domain(
            names: tested.names, testsFragment: tested.testsFragment, for: file.platform)
        let routes = ComparedRoutes(links, of: app, in: domain)
        doubtful = reading.doubtfulRules(about: domain)
        let readings = ([reading] + doubtful.map(reading.reversing)).map { Reading($0, in: domain) }
        let all = routes.expressions + readings.flatMap(\.expressions)
        let prover = AppLinkProver(domain.comparing(all), host: reading.host, budget: budget)
        (self.routes, self.readings, self.prover) = (routes, readings, prover)
        wanted = routes.wanted(prover)
        unwanted = routes.unwanted(prover)
        certain = routes.certain(prover)
        loose = routes.loose(prover)
    }

    /// How much work may still be done.
    var budget: Int { prover.budget }

    // MARK: Links

    /// Returns whether a link must open the app; `nil` if code decides.
    private func isWanted(_ url: String) -> Bool? {
        prover.budget -= 1
        switch links.answer(to: url) {
        case .route(let route): return links.opens(route, by: app)
        case .none: return false
        case .unknown: return nil
        }
    }

    /// The route that answers a link, and that the app leaves out.
    private func leftOut(_ url: String) -> Route? {
        guard case .route(let route) = links.answer(to: url) else { return nil }
        return links.opens(route, by: app) ? nil : route
    }

    private func decision(_ own: Reading, _ url: String) -> LinkDecision {
        var tests = 1
        defer { prover.budget -= tests }
        return own.decider.decision(on: url, tests: &tests)
    }

    /// The uncertain rules without which a witness would be none.
    private func uncertainRules(of witness: String?) -> [PlatformRule] {
        guard let witness, prover.budget > 0 else { return [] }
        let stated = decision(readings[0], witness)
        let rules = zip(doubtful, readings.dropFirst()).filter {
            decision($0.1, witness).opens != stated.opens
        }.map(\.0)
        return rules + (stated.usesUncertainVariable ? [.a14] : [])
    }

    // MARK: One reading

    /// The parts of a proof by one reading.
    private struct Parts {
        var components: [AppLinkProof.Component]
        var routes: [AppLinkProof.Answer]
        var skipped: [String]
        /// True if something that may open the app, or a route, was left out.
        let isPartial: Bool

        /// Replaces what is said of some components, and adds those that were not compared.
        mutating func replace(_ others: [AppLinkProof.Component]) {
            let places = Dictionary(
                components.indices.map { (components[$0].item, $0) }, uniquingKeysWith: { $1 })
            for other in others {
                if let place = places[other.item] {
                    components[place] = other
                } else {
                    components.append(other)
                }
            }
            let compared = Set(others.map(\.item))
            skipped.removeAll(where: compared.contains)
        }

        /// Replaces what is said of some routes, and adds those that were not compared.
        mutating func replace(_ others: [AppLinkProof.Answer]) {
            let places = Dictionary(
                routes.indices.map { (routes[$0].route, $0) }, uniquingKeysWith: { $1 })
            for other in others {
                if let place = places[other.route] {
                    routes[place] = other
                } else {
                    routes.append(other)
                }
            }
        }

        /// How all parts together relate to the routes, without or with values of other types.
        ///
        /// What is undecided is not hidden, unless links show both.
        func verdict(ignoringTypes: Bool) -> AppLinkProof.Verdict {
            let counted = components.filter { !ignoringTypes || !$0.isWiderByTypesOnly }
            let verdicts = Set(counted.map(\.verdict) + routes.map(\.verdict))
            let isUndecided = isPartial || verdicts.contains(.undecided)
            switch (verdicts.contains(.wider), verdicts.contains(.narrower)) {
            case (true, true): return .different
            case (let isWider, let isNarrower):
                if isUndecided { return .undecided }
                return isWider ? .wider : isNarrower ? .narrower : .exact
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
        let routes = routes.entries.filter { !$0.places.isEmpty }.map { entry in
            // Nobody knows what a manifest opens that is not given.
            if own.reading.needsManifest { return answer(entry, (.manifest, nil), own) }
            return entry.isOpened
                ? narrower(entry, own, opened, limit) : wider(entry, own, opened, limit)
        }
        return Parts(
            components: components, routes: routes,
            skipped: own.compared.skipped + (own.limit?.skipped ?? []),
            isPartial: own.compared.isPartial || own.limit?.isPartial ?? false
                || !self.routes.partial.isEmpty || !links.unmodelled.isEmpty)
    }

    /// A component, and the links for which it opens the app although they should stay in the browser.
    private func component(
        _ component: ComparedComponent, _ set: ByteLanguage?, _ own: Reading,
        _ limit: AppLinkProver.Side?, isVague: Bool
    ) -> AppLinkProof.Component {
        let inside = [limit].compactMap(\.self)
        var outcome = prover.link(in: set, outside: wanted.side, inside: inside) {
            decision(own, $0).opens && isWanted($0) == false
        }
        // Of some routes it is only known that they answer no more than some links.
        if case .none = outcome, let certain {
            outcome = prover.link(in: set, outside: certain, inside: inside) { _ in false }
        }
        let (verdict, witness) = Self.verdict(
            outcome, .wider, isVague: isVague || routes.lacksExclude)
        let other = witness.flatMap { leftOut($0) }
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
        _ entry: ComparedRoutes.Entry, _ own: Reading,
        _ opened: AppLinkProver.Side, _ limit: AppLinkProver.Side?
    ) -> AppLinkProof.Answer {
        func search(_ side: AppLinkProver.Side, mayOpenMore: Bool) -> AppLinkProver.Outcome {
            let outcome = Self.first(wanted.sets(of: entry)) { set in
                prover.link(in: set, outside: side) {
                    !decision(own, $0).opens && isWanted($0) == true
                }
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
        _ entry: ComparedRoutes.Entry, _ own: Reading,
        _ opened: AppLinkProver.Side, _ limit: AppLinkProver.Side?
    ) -> AppLinkProof.Answer {
        let outcome = Self.first(unwanted.sets(of: entry)) { set in
            prover.link(in: set, inside: [opened] + [limit].compactMap(\.self)) { url in
                decision(own, url).opens && leftOut(url) != nil
            }
        }
        let isVague = own.compared.isPartial || own.limit?.isPartial ?? false
        return answer(entry, Self.verdict(outcome, .wider, isVague: isVague), own)
    }

    private func answer(
        _ entry: ComparedRoutes.Entry, _ found: (AppLinkProof.Verdict, String?), _ own: Reading
    ) -> AppLinkProof.Answer {
        AppLinkProof.Answer(
            route: entry.route.id, pattern: entry.route.pattern?.description ?? "",
            isOpened: entry.isOpened, verdict: found.0, witness: found.1,
            isRefusedByManifest: entry.isOpened
                && found.1.map { decision(own, $0).isRefusedByManifest } ?? false,
            uncertain: uncertainRules(of: found.1), notes: entry.notes)
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

    // MARK: Samples

    /// Asks both sides about links that were written from the patterns of routes and components, and not from
    /// what these were compiled to: what is not modelled shows there.
    private func ask(about parts: inout Parts) {
        guard !readings[0].reading.needsManifest else { return }
        var found = Samples(parts)
        for entry in routes.entries where found.lacks(entry.route.id) {
            for link in links.samples(of: entry.route) { ask(about: link, &found) }
        }
        for sample in reading.samples where found.lacks(sample.item) {
            ask(about: sample.link, &found)
        }
        parts.replace(
            found.wider.sorted { $0.key < $1.key }.map { item, link in
                AppLinkProof.Component(
                    item: item, verdict: .wider, witness: link, answeredBy: leftOut(link)?.id,
                    isWiderByTypesOnly: false, uncertain: uncertainRules(of: link))
            })
        parts.replace(
            routes.entries.compactMap { entry in
                found.answers[entry.route.id].map { link in
                    let verdict = entry.isOpened ? AppLinkProof.Verdict.narrower : .wider
                    return answer(entry, (verdict, link), readings[0])
                }
            })
    }

    /// Links about which both sides differ, by the component or the route that decides about them.
    private struct Samples {
        var wider: [String: String] = [:]
        var answers: [RouteID: String] = [:]
        private let items: Set<String>
        private let routes: Set<RouteID>

        /// Leaves out what has a link already.
        init(_ parts: Parts) {
            items = Set(parts.components.filter { $0.witness != nil }.map(\.item))
            routes = Set(parts.routes.filter { $0.witness != nil }.map(\.route))
        }

        func lacks(_ item: String) -> Bool { !items.contains(item) && wider[item] == nil }
        func lacks(_ route: RouteID) -> Bool { !routes.contains(route) && answers[route] == nil }
    }

    private func ask(about sample: String, _ found: inout Samples) {
        for link in LinkedRoutes.variations(of: sample) {
            guard prover.budget > 0 else { return }
            let decision = decision(readings[0], link)
            prover.budget -= 1
            guard case .route(let route) = links.answer(to: link) else {
                let isWider = decision.opens && isWanted(link) == false
                if isWider, let item = decision.item, found.lacks(item) { found.wider[item] = link }
                continue
            }
            let isOpened = links.opens(route, by: app)
            guard decision.opens != isOpened else { continue }
            if found.lacks(route.id) { found.answers[route.id] = link }
            if let item = decision.item, found.lacks(item) { found.wider[item] = link }
        }
    }

    // MARK: All readings

    func proof() -> AppLinkProof {
        let file = reading.file
        var parts = parts(readings[0])
        ask(about: &parts)
        let unsettled = file.unsettledRules(app: reading.app)
        var (whole, loose) = (
            Whole(parts, unsettled, ignoringTypes: false),
            Whole(parts, unsettled, ignoringTypes: true)
        )
        for (rule, other) in zip(doubtful, readings.dropFirst()) {
            let other = self.parts(other)
            whole.compare(other, by: rule)
            loose.compare(other, by: rule)
            mark(&parts, where: other, by: rule)
        }
        let isUnknown = reading.needsManifest
        let compared = Set(parts.routes.map(\.route))
        return AppLinkProof(
            platform: file.platform, app: reading.app, isKnown: app != nil,
            namespace: links.namespace.name, host: reading.host,
            verdict: isUnknown ? .manifest : whole.settled,
            verdictIgnoringTypes: isUnknown ? .manifest : loose.settled,
            uncertain: PlatformRule.allCases.filter(whole.uncertain.contains),
            components: parts.components, routes: parts.routes,
            skipped: parts.skipped
                + routes.entries.filter { !compared.contains($0.route.id) }.map {
                    $0.route.pattern?.description ?? ""
                }, unmodelled: links.unmodelled, isCutShort: prover.budget <= 0)
    }

    /// The verdict about all parts, with the rules that it depends on.
    private struct Whole {
        private let verdict: AppLinkProof.Verdict
        private let ignoringTypes: Bool
        private(set) var uncertain: [PlatformRule]
        /// True if the verdict is undecided by another reading of a rule.
        private var isUndecided = false

        init(_ parts: Parts, _ unsettled: [PlatformRule], ignoringTypes: Bool) {
            verdict = parts.verdict(ignoringTypes: ignoringTypes)
            self.ignoringTypes = ignoringTypes
            uncertain = unsettled
        }

        /// Notes a rule by whose other reading the verdict is another.
        mutating func compare(_ other: Parts, by rule: PlatformRule) {
            let other = other.verdict(ignoringTypes: ignoringTypes)
            if other != verdict { uncertain.append(rule) }
            isUndecided = isUndecided || other == .undecided
        }

        /// The verdict by all readings.
        var settled: AppLinkProof.Verdict {
            guard verdict == .exact else { return verdict }
            return isUndecided ? .undecided : uncertain.isEmpty ? .exact : .uncertain
        }
    }

    /// Marks what is exact by the rules as stated, and is not by another reading of a rule.
    private func mark(_ parts: inout Parts, where other: Parts, by rule: PlatformRule) {
        let components = Dictionary(
            other.components.map { ($0.item, $0.verdict) }, uniquingKeysWith: { $1 })
        let routes = Dictionary(
            other.routes.map { ($0.route, $0.verdict) }, uniquingKeysWith: { $1 })
        for index in parts.components.indices {
            parts.components[index].mark(rule, components[parts.components[index].item])
        }
        for index in parts.routes.indices {
            parts.routes[index].mark(rule, routes[parts.routes[index].route])
        }
    }
}
