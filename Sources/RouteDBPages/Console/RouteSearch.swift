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
    /// A label: its key, or `key=value`.
    package var label = ""
    /// A target, or one that those of the routes are below.
    package var target = ""
    /// One of ``states``.
    package var state = ""
    package var period = "7d"

    package init() {}

    /// Reads a search.
    package init(_ value: (String) -> String?) {
        text = value("q") ?? ""
        namespace = value("namespace") ?? ""
        group = value("group") ?? ""
        label = value("label") ?? ""
        target = value("target") ?? ""
        state = value("state") ?? ""
        period = value("period") ?? "7d"
    }

    /// The search as the query of an address.
    var query: [(String, String)] {
        [
            ("q", text), ("namespace", namespace), ("group", group), ("label", label),
            ("target", target), ("state", state), ("period", period),
        ]
    }

    /// The result of a search.
    package struct Found: Sendable {
        /// The routes, in the order of registration.
        package let routes: [RouteOutput]
        /// The hits since the start of the period, if they are known.
        let traffic: RouteTraffic?
        /// The routes that others hide, as far as that is known.
        let shadowed: Set<RouteID>
        /// The name in the search that nothing has, if no route is found because of it.
        let problem: FormProblem?
    }

    /// Finds the routes, with what is known of their hits and of the routes that others hide.
    package func found(
        in snapshot: RegistrySnapshot, _ traffic: RouteTraffic?, shadowed: Set<RouteID>? = nil
    ) throws(RouteDBError) -> Found {
        try Self.check(state, among: Self.states.map(\.0), "state")
        try Self.check(period, among: OverviewPage.periods.map(\.name), "period")
        let filter = try filter()
        let routes = try filter.routes(in: snapshot)
        return Found(
            routes: routes.filter { accepts($0, traffic, shadowed) }, traffic: traffic,
            shadowed: shadowed ?? [],
            problem: routes.isEmpty ? Self.unknownName(in: filter, of: snapshot) : nil)
    }

    private static func check(
        _ word: String, among known: [String], _ noun: String
    ) throws(RouteDBError) {
        guard !known.contains(word) else { return }
        throw RouteDBError(
            .invalidValue, "There is no \(noun) \(word.excerpt).",
            hint: NameSuggestion.hint(for: word, among: known.filter { !$0.isEmpty }))
    }

    private static func unknownName(
        in filter: RouteFilter, of snapshot: RegistrySnapshot
    ) -> FormProblem? {
        do throws(RouteDBError) {
            try filter.checkNames(in: snapshot)
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
        filter.target = target.isEmpty ? nil : target
        if !label.isEmpty { filter.labels = [try RouteFilter.Label(label)] }
        return filter
    }

    /// The routes that others hide, as lint finds.
    package static func shadowed(_ report: LintReport) -> Set<RouteID> {
        let codes: Set<LintCode> = [.unreachable, .duplicate]
        return Set(report.findings.filter { codes.contains($0.code) }.compactMap(\.routes.first))
    }

    private func accepts(
        _ route: RouteOutput, _ traffic: RouteTraffic?, _ shadowed: Set<RouteID>?
    ) -> Bool {
        switch state {
        case "enabled": route.isEnabled
        case "disabled": !route.isEnabled
        case "unhit": traffic?.hits(of: route.id).recent == 0
        case "never": traffic?.hits(of: route.id).ever == 0
        case "shadowed": shadowed?.contains(route.id) == true
        default: true
        }
    }
}
#endif
