#if Server
package import RouteDB
package import RouteDBInsight

/// The search in the table of routes.
package struct RouteSearch: Sendable {
    /// The states of a route that can be asked for, with their words.
    package static let states = [
        ("", "all"), ("enabled", "enabled"), ("disabled", "disabled"), ("unhit", "not hit"),
        ("never", "never hit"), ("shadowed", "shadowed"),
    ]

    /// A part of the name, group, pattern or target.
    package var text = ""
    package var namespace = ""
    package var group = ""
    /// A kind of requests, such as a method of HTTP.
    package var kind = ""
    /// A label: its key, or `key=value`.
    package var label = ""
    /// A target, or one that those of the routes are below.
    package var target = ""
    /// One of ``states``.
    package var state = ""
    package var period = "7d"
    /// One of ``orders``; empty for that of hits, if these are known and the routes are few, else of
    /// registration.
    package var order = ""

    /// The orders in which routes can be listed.
    package static let orders = ["hits", "last hit", "name", "pattern", "registration"]

    package init() {}

    /// Reads a search.
    package init(_ value: (String) -> String?) {
        text = value("q") ?? ""
        namespace = value("namespace") ?? ""
        group = value("group") ?? ""
        kind = value("kind") ?? ""
        label = value("label") ?? ""
        target = value("target") ?? ""
        state = value("state") ?? ""
        period = value("period") ?? "7d"
        order = value("order") ?? ""
    }

    /// The search as the query of an address.
    var query: [(String, String)] {
        [
            ("q", text), ("namespace", namespace), ("group", group), ("kind", kind),
            ("label", label),
            ("target", target), ("state", state), ("period", period), ("order", order),
        ]
    }

    /// True if only hits and lint can tell which routes are found.
    package var asksForUse: Bool { ["unhit", "never", "shadowed"].contains(state) }

    /// The answer to a search, or a page of it.
    package struct Found: Sendable {
        /// The routes, in the order of ``order``.
        package let routes: [RouteOutput]
        /// The number of routes of all pages.
        let count: Int
        /// The order of the routes: one of ``RouteSearch/orders``.
        let order: String
        /// The hits since the start of the period, if they are known.
        let traffic: RouteTraffic?
        /// The routes that others hide, as far as that is known.
        let shadowed: Set<RouteID>
        /// The name in the search that nothing has, if no route is found because of it.
        let problem: FormProblem?
    }

    /// Finds the routes at a revision, or a page of them, with what is known of their hits and of the routes that
    /// others hide.
    package func found(
        in registry: RouteRegistry, at revision: RevisionReference? = nil, page: Range<Int>? = nil,
        _ traffic: RouteTraffic? = nil, shadowed: Set<RouteID>? = nil
    ) async throws(RouteDBError) -> Found {
        try Self.check(state, among: Self.states.map(\.0), "state")
        try Self.check(period, among: HitPeriod.presets.map(\.name), "period")
        try Self.check(order, among: [""] + Self.orders, "order")
        let filter = try filter()
        var count = try await registry.count(filter, at: revision)
        let order = order(among: count, traffic)
        var query = RouteQuery(filter)
        // The file has them in the order of registration, page by page.
        let isPaged = !asksForUse && order == "registration"
        if let page, isPaged { (query.skipped, query.limit) = (page.lowerBound, page.count) }
        var routes = RouteOutput.all(try await registry.snapshot(of: query, at: revision))
        if asksForUse {
            routes = routes.filter { isInState($0.id, traffic, shadowed) }
            count = routes.count
        }
        if !isPaged {
            routes = Self.sorted(routes, by: order, traffic)
            if let page { routes = Array(routes.dropFirst(page.lowerBound).prefix(page.count)) }
        }
        return Found(
            routes: routes, count: count, order: order, traffic: traffic, shadowed: shadowed ?? [],
            problem: count > 0 ? nil : await unknownName(in: filter, of: registry, at: revision))
    }

    /// The order for so many routes.
    private func order(among count: Int, _ traffic: RouteTraffic?) -> String {
        guard order.isEmpty else { return order }
        let isKnown = traffic?.isWindowKnown == true
        return isKnown && count <= PageBudget.routes ? "hits" : "registration"
    }

    /// Sorts routes; those that are alike stay in the order of registration.
    private static func sorted(
        _ routes: [RouteOutput], by order: String, _ traffic: RouteTraffic?
    ) -> [RouteOutput] {
        func keyed<Key>(_ key: (RouteOutput) -> Key, _ isBefore: (Key, Key) -> Bool)
            -> [RouteOutput]
        {
            let keys = routes.enumerated().map { (key: key($1), place: $0) }
            return keys.sorted { left, right in
                if isBefore(left.key, right.key) { return true }
                return !isBefore(right.key, left.key) && left.place < right.place
            }.map { routes[$0.place] }
        }
        switch order {
        case "hits":
            return keyed(
                { route in traffic.map { $0.hits(of: route.id) } },
                { ($1?.recent ?? 0, $1?.ever ?? 0) < ($0?.recent ?? 0, $0?.ever ?? 0) })
        case "last hit":
            return keyed(
                { route in traffic?.hits(of: route.id).lastDay?.microseconds ?? .min }, { $1 < $0 })
        case "name":
            // Those without a name come last.
            return keyed(
                { RouteLabel.qualifiedName($0.name, in: $0.group) ?? "\u{10FFFF}" }, { $0 < $1 })
        case "pattern": return keyed({ $0.pattern ?? "" }, { $0 < $1 })
        default: return routes
        }
    }

    private static func check(
        _ word: String, among known: [String], _ noun: String
    ) throws(RouteDBError) {
        guard !known.contains(word) else { return }
        throw RouteDBError(
            .invalidValue, "There is no \(noun) \(word.excerpt).",
            hint: NameSuggestion.hint(for: word, among: known.filter { !$0.isEmpty }))
    }

    private func unknownName(
        in filter: RouteFilter, of registry: RouteRegistry, at revision: RevisionReference?
    ) async -> FormProblem? {
        do throws(RouteDBError) {
            try await registry.checkNames(in: filter, at: revision)
            return nil
        } catch {
            return FormProblem(error)
        }
    }

    /// The conditions on the routes themselves.
    private func filter() throws(RouteDBError) -> RouteFilter {
        var filter = RouteFilter()
        filter.text = text.isEmpty ? nil : text
        filter.namespace = namespace.isEmpty ? nil : namespace
        filter.group = group.isEmpty ? nil : group
        filter.kind = kind.isEmpty ? nil : kind
        filter.target = target.isEmpty ? nil : target
        if !label.isEmpty { filter.labels = [try RouteFilter.Label(label)] }
        if state == "enabled" || state == "disabled" { filter.isEnabled = state == "enabled" }
        return filter
    }

    /// The routes that others hide, as lint finds.
    package static func shadowed(_ report: LintReport) -> Set<RouteID> {
        let codes: Set<LintCode> = [.unreachable, .duplicate]
        return Set(report.findings.filter { codes.contains($0.code) }.compactMap(\.routes.first))
    }

    /// Returns whether the hits of a route, or the others that hide it, are as the state says.
    private func isInState(
        _ route: RouteID, _ traffic: RouteTraffic?, _ shadowed: Set<RouteID>?
    ) -> Bool {
        switch state {
        case "unhit": traffic?.hits(of: route).recent == 0
        case "never": traffic?.hits(of: route).ever == 0
        default: shadowed?.contains(route) == true
        }
    }
}
#endif
