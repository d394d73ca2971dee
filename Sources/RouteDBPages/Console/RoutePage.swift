#if Server
package import RouteDB
import RouteDBInsight
package import RouteDBTraffic

/// A route: what it is, whether it is used, and who made it so.
package struct RoutePage: PartedPage {
    /// The parts that count hits.
    package enum Part: String, CaseIterable, Sendable { case hits, visitors, values }

    private let route: RouteOutput
    private let callers: RouteCallersOutput
    private let blame: [FieldOrigin]
    private let period: HitPeriod
    private let hits: Hits?
    private let builder: URLForm
    /// The route as a link with a URL of its own, if it is one.
    private let link: LinkOutput?

    /// The hits of a route.
    package struct Hits: Sendable {
        let query: AnalysisQuery
        let history: HitHistory
        let isLong: Bool
        /// The revisions that changed the route.
        let revisions: [RegistryRevision]

        /// Selects the hits of a period.
        package init(
            _ query: AnalysisQuery, _ history: HitHistory, revisions: [RegistryRevision] = []
        ) async throws(RouteDBError) {
            (self.query, self.history, self.revisions) = (query, history, revisions)
            isLong = try await history.scannedCount(query.selection) > PageBudget.hits
        }
    }

    /// Creates the page.
    package init(
        _ route: Route, of snapshot: RegistrySnapshot, blame: [FieldOrigin], period: HitPeriod,
        hits: Hits?, builder: URLForm, now: Timestamp
    ) {
        let names = SnapshotNames(snapshot)
        self.route = RouteOutput(
            route, namespace: names.name(of: route.namespace),
            defaults: snapshot.defaults[.route(route.id)] ?? [:])
        callers = RouteCallersOutput(RouteCallers(route, in: snapshot, at: now), in: names)
        (self.blame, self.period, self.hits, self.builder) = (blame, period, hits, builder)
        link = snapshot.namespaces.first { $0.id == route.namespace }
            .map { LinkOutput(route, at: LinkHost(of: $0)) }.flatMap { $0.isWhole ? $0 : nil }
    }

    package var title: String { label }

    package var address: (path: String, query: [(String, String)]) {
        ("/routes/\(route.id.rawValue)", [("period", period.name)])
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
            \(code)
            <section><h2>Build a URL</h2>\(builder.markup)</section>
            <div class="columns"><section><h2>Fields</h2>\(fields.markup)</section>
            <section><h2>Who may open it</h2>\(access)</section></div>
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

    /// The QR code of a link; nothing for other routes, and for URLs that are too long for one.
    private var code: Markup? {
        guard let link, let code = try? QRCode(of: link.url) else { return nil }
        let files = QRCode.Format.allCases.map { format in
            let name = format.rawValue
            return """
                <a class="button" href="/routes/\(route.id.rawValue)/qr?format=\(name)" \
                download="qr-\(route.id.rawValue).\(name)">Download \(name.uppercased())</a>
                """ as Markup
        }
        return """
            <section><h2>QR code</h2><div class="qr">\(Markup(trusted: code.svg))</div>
            <p><code>\(link.url)</code></p><p class="buttons">\(files.joined(separator: " "))</p></section>
            """
    }

    private func usage(in frame: ConsoleFrame) async throws -> Markup {
        guard hits != nil else {
            return "<section><h2>Hits</h2><p class=\"empty\">There is no history.</p></section>"
        }
        return """
            <section><div class="lead"><h2>Hits \(period.words)</h2>\(period.choices(of: address.path))</div>\
            \(try await shown(.hits, in: frame))</section>\(try await shown(.visitors, in: frame))\
            \(try await shown(.values, in: frame))
            """
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        guard let hits else { return "" }
        var query = hits.query
        query.limit = 8
        switch part {
        case .hits:
            let timeline = try await hits.history.timeline(query, zone: period.zone.rules)
            let count = NumberText.hits(timeline.frame.total.weight)
            guard timeline.frame.total.weight > 0 else { return "<p>\(count)</p>" }
            let figure = TimelineFigure(
                timeline, label: "Hits of the route over time", zone: period.zone,
                revisions: hits.revisions, isZoomable: true)
            return "<p><strong>\(count)</strong></p>\(figure.markup)"
        case .visitors:
            let figures = try await PropertyFigures.visitors(query, of: hits.history)
            guard !figures.parts.isEmpty else { return "" }
            return "<section><h2>Visitors</h2>\(TrafficTables.properties(figures))</section>"
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

    /// The callers who may open the route: in general, and by each rule in force.
    private var access: Markup {
        let rules = callers.rules + callers.watching
        let table = rules.isEmpty ? nil : RuleTable.table(rules, removing: false).markup
        return "<p>\(callers.callers.summary)</p>\(table)"
    }

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
                .init(frame.text(origin.revision.time)),
                .init(origin.revision.author), .init(origin.revision.message),
            ])
        }
        return table
    }
}
#endif
