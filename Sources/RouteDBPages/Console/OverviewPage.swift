#if Server
package import RouteDB
package import RouteDBTraffic

/// The first page: whether links work, and what to do about those that do not.
package struct OverviewPage: Sendable {
    /// The periods that can be chosen, with their length in hours.
    package static let periods: [(name: String, words: String, hours: Int64)] = [
        ("24h", "the last 24 hours", 24), ("7d", "the last 7 days", 168),
        ("30d", "the last 30 days", 720),
    ]

    /// A period in words.
    static func words(_ name: String) -> String {
        periods.first { $0.name == name }?.words ?? name
    }

    /// The name of the period.
    package let period: String
    package let query: AnalysisQuery
    package let timeline: TimelineReport
    package let routes: TopReport
    package let unmatched: UnmatchedReport
    package let dead: DeadReport
    /// The newest revisions.
    package let revisions: [RegistryRevision]

    /// Counts everything that the page shows.
    ///
    /// - Parameters:
    ///   - period: The name of the period.
    ///   - query: The hits of the period, compared with the one before.
    ///   - history: The history.
    ///   - revisions: The newest revisions.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    package init(
        _ period: String, _ query: AnalysisQuery, _ history: HitHistory,
        revisions: [RegistryRevision]
    ) async throws(RouteDBError) {
        (self.period, self.revisions) = (period, revisions)
        var query = query
        query.comparesPrevious = true
        self.query = query
        timeline = try await history.timeline(query)
        query.limit = 8
        routes = try await history.top(.routes, query)
        unmatched = try await history.unmatched(query)
        query.limit = nil
        dead = try await history.dead(query)
    }

    private func count(_ outcome: Resolution.Outcome) -> (now: HitCount, before: HitCount) {
        let series = timeline.series.first { $0.label == outcome.rawValue }
        return (series?.total ?? HitCount(), series?.previousTotal ?? HitCount())
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let total = timeline.frame.total
        let before = timeline.frame.previousTotal ?? HitCount()
        let (unmatched, invalid) = (count(.unmatched), count(.invalid))
        let missing = [unmatched.now, invalid.now].sum
        let missed = [unmatched.before, invalid.before].sum
        let heading: Markup =
            total.weight == 0
            ? "There are no hits in \(Self.words(period))"
            : """
            \(NumberText.percent(missing.share(of: total))) of \(NumberText.hits(total.weight)) found \
            nothing in \(Self.words(period))
            """
        let trend: Markup =
            before.weight == 0
            ? "There were no hits in the period before."
            : """
            In the period before: \(NumberText.percent(missed.share(of: before))) of \
            \(NumberText.hits(before.weight)).
            """
        let periods = ConsoleLink.choices(
            "Period", Self.periods.map { ($0.name, ConsoleLink.path("/", [("period", $0.name)])) },
            chosen: period)
        let figure = TimelineFigure(
            timeline, label: "Hits by outcome in \(Self.words(period))", zone: "UTC")
        return ConsolePage(
            "Overview", heading: heading, place: "/",
            """
            <div class="lead"><p class="summary">\(trend)</p>\(periods)</div>
            \(figure.markup)\(ConsoleLink.command(frame.commands.line(["stats", "timeline"], of: query)))
            <div class="columns"><section aria-labelledby="missing"><h2 id="missing">Found nothing</h2>
            \(clusters(in: frame))</section>
            <section aria-labelledby="busiest"><h2 id="busiest">Busiest routes</h2>\(top.markup)
            \(deadLine)</section></div>
            <section aria-labelledby="revisions"><h2 id="revisions">Last changes</h2>
            \(RevisionTables.log(revisions, time: frame.text, number: ConsoleLink.revision).markup)</section>
            """)
    }

    private var top: DataTable {
        var table = DataTable(
            "Busiest routes",
            [
                .init("route", .code), .init("", .bar), .init("hits", .number),
                .init("change", .number),
            ],
            empty: "No route was hit.")
        let largest = max(1, routes.rows.map(\.count.weight).max() ?? 1)
        for row in routes.rows where row.count.weight > 0 {
            table.add([
                .init(
                    row.route.map { ConsoleLink.route(row.label, $0.rawValue) }
                        ?? "<code>\(row.label)</code>"),
                .bar(Double(row.count.weight) / Double(largest)), .init(row.count.weight),
                Pieces.change(row.count, since: row.previous),
            ])
        }
        return table
    }

    private func clusters(in frame: ConsoleFrame) -> Markup {
        UnmatchedList.markup(unmatched, in: frame, limit: 6)
            + "<p><a href=\"\(ConsoleLink.path("/history", [("period", period)]))\">All of them</a></p>"
    }

    private var deadLine: Markup {
        let path = ConsoleLink.path("/routes", [("state", "unhit"), ("period", period)])
        return """
            <p><a href="\(path)">\(dead.rows.count + dead.others) of \(dead.routeCount) routes</a> had \
            no hits.</p>
            """
    }
}

/// URLs that found nothing, each with the route that would answer it one click away.
package enum UnmatchedList {
    /// Returns the list.
    package static func markup(
        _ report: UnmatchedReport, in frame: ConsoleFrame, limit: Int
    ) -> Markup {
        let clusters = report.clusters.filter { $0.count.weight > 0 }.prefix(limit)
        guard !clusters.isEmpty else { return "<p class=\"empty\">Every URL found a route.</p>" }
        var items: Markup = ""
        for cluster in clusters {
            let change = Pieces.change(cluster.count, since: cluster.previous)
            let nearest: Markup? = cluster.nearest.map { id in
                ", nearest: \(ConsoleLink.route(cluster.nearestLabel ?? "", id.rawValue))"
            }
            items += """
                <li><p><span class="hits">\(NumberText.grouped(cluster.count.weight))</span> \
                <code>\(cluster.template)</code> <span class="aside">\(change.markup)</span></p>\
                <p class="aside">\(TrafficTables.cause(cluster.cause))\(nearest). \
                Such as \(ConsoleLink.trying(cluster.example))</p>\(action(cluster, in: frame))</li>
                """
        }
        return "<ul class=\"clusters\">\(items)</ul>"
    }

    private static func action(
        _ cluster: UnmatchedReport.Cluster, in frame: ConsoleFrame
    ) -> Markup? {
        if frame.isWriting, let route = cluster.suggestedRoute {
            let path = ConsoleLink.path(
                "/new",
                [
                    ("pattern", route.pattern), ("target", route.target),
                    ("namespace", route.namespace),
                ])
            return """
                <p><a class="button" href="\(path)">Add \(route.pattern)</a></p>
                """
        }
        return cluster.suggestion.map { ConsoleLink.command(frame.commands.completed($0)) }
    }
}
#endif
