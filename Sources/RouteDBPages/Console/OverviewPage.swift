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
    /// The URLs that found nothing; `nil` if there are so many that the list comes after the page.
    package let unmatched: UnmatchedReport?
    /// How many routes had no hits; `nil` if that is unknown.
    package let unhit: Int?
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
        unmatched = try await UnmatchedList.isLong(timeline) ? nil : history.unmatched(query)
        let since = query.selection.since ?? Timestamp(microseconds: 0)
        let traffic = try await history.traffic(since: since)
        unhit =
            traffic.isWindowKnown
            ? query.snapshot.routes.count {
                $0.pattern != nil && traffic.hits(of: $0.id).recent == 0
            } : nil
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
            \(unhitLine)</section></div>
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
        let list =
            unmatched.map { UnmatchedList.markup($0, in: frame, limit: 6) }
            ?? UnmatchedList.later(period, limit: 6)
        return list
            + "<p><a href=\"\(ConsoleLink.path("/history", [("period", period)]))\">All of them</a></p>"
    }

    private var unhitLine: Markup? {
        guard let unhit else { return nil }
        let path = ConsoleLink.path("/routes", [("state", "unhit"), ("period", period)])
        return "<p><a href=\"\(path)\">\(unhit) route\(unhit == 1 ? "" : "s")</a> had no hits.</p>"
    }
}

/// URLs that found nothing, each with the route that would answer it one click away.
package enum UnmatchedList {
    /// How many hits that found nothing are grouped while somebody waits for a page.
    private static let quick: Int64 = 50_000

    /// Whether grouping the hits of a period takes so long that the list comes after the page.
    static func isLong(_ timeline: TimelineReport) -> Bool {
        let outcomes = [Resolution.Outcome.unmatched, .invalid].map(\.rawValue)
        let series = timeline.series.filter { outcomes.contains($0.label) }
        return series.flatMap { [$0.total, $0.previousTotal ?? HitCount()] }.sum.hits > quick
    }

    /// A place for the list, which the script fills.
    static func later(_ period: String, limit: Int) -> Markup {
        let path = ConsoleLink.path(
            "/unmatched", [("period", period), ("limit", "\(limit)")])
        return """
            <div data-load="\(path)"><p class="empty"><a href="\(path)">Group them</a>: there are many, so \
            it takes a while.</p></div>
            """
    }

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
