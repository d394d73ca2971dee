#if Server
package import RouteDB
package import RouteDBTraffic

/// A route: what it is, whether it is used, and who made it so.
package struct RoutePage: PartedPage {
    /// The parts that count hits.
    package enum Part: String, CaseIterable, Sendable { case hits, values }

    private let route: RouteOutput
    private let rules: [RuleOutput]
    private let blame: [FieldOrigin]
    private let period: String
    private let hits: Hits?
    private let builder: URLForm

    /// The hits of a route.
    package struct Hits: Sendable {
        let query: AnalysisQuery
        let history: HitHistory
        let isLong: Bool

        /// Selects the hits of a period.
        package init(_ query: AnalysisQuery, _ history: HitHistory) async throws(RouteDBError) {
            (self.query, self.history) = (query, history)
            isLong = try await history.scannedCount(query.selection) > PageBudget.hits
        }
    }

    /// Creates the page.
    package init(
        _ route: Route, of snapshot: RegistrySnapshot, blame: [FieldOrigin], period: String,
        hits: Hits?, builder: URLForm
    ) {
        let names = SnapshotNames(snapshot)
        self.route = RouteOutput(
            route, namespace: names.name(of: route.namespace),
            defaults: snapshot.defaults[.route(route.id)] ?? [:])
        rules = snapshot.accessRules.filter { $0.scope.covers(route) }
            .map { RuleOutput($0, in: names) }
        (self.blame, self.period, self.hits, self.builder) = (blame, period, hits, builder)
    }

    package var title: String { label }

    package var address: (path: String, query: [(String, String)]) {
        ("/routes/\(route.id.rawValue)", [("period", period)])
    }

    package func isLate(_ part: Part) -> Bool { hits?.isLong == true }

    private var label: String { route.route.label(in: route.namespace) }

    /// The page.
    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        let id = route.id.rawValue
        let state: Markup? = route.isEnabled ? nil : " <span class=\"badge bad\">disabled</span>"
        let edit: Markup? =
            frame.isWriting
            ? "<p><a class=\"button\" href=\"/routes/\(id)/edit\">Edit</a></p>" : nil
        return ConsolePage(
            title, heading: "<code>\(label)</code> <span class=\"id\">#\(id)</span>\(state)",
            place: "/routes",
            """
            <div class="lead"><p class="summary">\(PatternText.pattern(route.pattern ?? "", marking: nil)) \
            \(end)</p>\(edit)</div>
            \(try await usage(in: frame))
            <section><h2>Build a URL</h2>\(builder.markup)</section>
            <div class="columns"><section><h2>Fields</h2>\(fields.markup)</section>
            <section><h2>Rules that cover it</h2>\(access.markup)</section></div>
            <section><h2>Who set what</h2>\(origins(in: frame).markup)</section>
            \(ConsoleLink.command(frame.commands.line(["show", "#\(id)"])))
            """)
    }

    /// Where the route leads, or sends its requests.
    private var end: Markup {
        guard let redirect = route.route.redirect else {
            return "<span class=\"aside\">leads to</span> <code>\(route.target)</code>"
        }
        guard let location = redirect.location else {
            return "<span class=\"aside\">is gone (\(redirect.status))</span>"
        }
        let variants = redirect.variants.map { variant in
            let when = variant.conditions.map(\.description).joined(separator: "; ")
            return """
                <br><span class="aside">when \(when) (\(variant.status)) to</span> \
                <code>\(variant.location)</code>
                """ as Markup
        }
        return """
            <span class="aside">redirects (\(redirect.status)) to</span> <code>\(location)</code>\
            \(variants.joined())
            """
    }

    private func usage(in frame: ConsoleFrame) async throws -> Markup {
        guard hits != nil else {
            return "<section><h2>Hits</h2><p class=\"empty\">There is no history.</p></section>"
        }
        let periods = ConsoleLink.choices(
            "Period",
            OverviewPage.periods.map {
                ($0.name, ConsoleLink.path(address.path, [("period", $0.name)]))
            }, chosen: period)
        return """
            <section><div class="lead"><h2>Hits in \(OverviewPage.words(period))</h2>\(periods)</div>\
            \(try await shown(.hits, in: frame))</section>\(try await shown(.values, in: frame))
            """
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        guard let hits else { return "" }
        var query = hits.query
        query.limit = 8
        switch part {
        case .hits:
            let timeline = try await hits.history.timeline(query)
            let count = NumberText.hits(timeline.frame.total.weight)
            guard timeline.frame.total.weight > 0 else { return "<p>\(count)</p>" }
            let figure = TimelineFigure(timeline, label: "Hits of the route over time", zone: "UTC")
            return "<p><strong>\(count)</strong></p>\(figure.markup)"
        case .values:
            let report = try await hits.history.parameters(of: route.id, query)
            guard !report.parameters.isEmpty, report.frame.total.weight > 0 else { return "" }
            return "<section><h2>Values</h2>\(TrafficTables.parameters(report))</section>"
        }
    }

    private var fields: DataTable {
        var table = DataTable("Fields", [.init("field"), .init("value", .code)])
        for member in route.object.members where !["id", "pattern", "target"].contains(member.key) {
            switch member.value {
            case .null: continue
            case .object(let object) where object.members.isEmpty: continue
            case .array(let values) where values.isEmpty: continue
            default: table.add([.init(member.key), .init(PageValue.text(member.value))])
            }
        }
        return table
    }

    private var access: DataTable { RuleTable.table(rules, removing: false) }

    private func origins(in frame: ConsoleFrame) -> DataTable {
        var table = DataTable(
            "Who set what",
            [
                .init("field"), .init("value", .code), .init("revision"), .init("time", .time),
                .init("author"), .init("why"),
            ])
        for origin in blame {
            table.add([
                .init(origin.field), .init(origin.value ?? ""),
                .init(ConsoleLink.revision(origin.revision.number)),
                .init(frame.text(Timestamp(microseconds: origin.revision.timeMicroseconds))),
                .init(origin.revision.author), .init(origin.revision.message),
            ])
        }
        return table
    }
}
#endif
