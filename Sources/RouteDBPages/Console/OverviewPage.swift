#if Server
package import RouteDB
package import RouteDBTraffic

/// The first page: whether links work, and what to do about those that do not.
package struct OverviewPage: PartedPage {
    /// The parts that count hits.
    package enum Part: String, CaseIterable, Sendable {
        case missing, busiest, health
    }

    private let period: HitPeriod
    private let query: AnalysisQuery
    private let history: HitHistory
    private let health: HealthTable
    private let traffic: @Sendable (Timestamp) async throws -> RouteTraffic?
    private let timeline: TimelineReport
    private let isLong: Bool
    /// The newest revisions.
    private let revisions: [RevisionOutput]
    /// The revisions that are marked on the chart.
    private let marked: [RegistryRevision]

    /// Counts what the page answers first.
    package init(
        _ period: HitPeriod, _ query: AnalysisQuery, _ history: HitHistory, health: HealthTable,
        traffic: @escaping @Sendable (Timestamp) async throws -> RouteTraffic?,
        revisions: [RevisionOutput], marked: [RegistryRevision] = []
    ) async throws(RouteDBError) {
        (self.period, self.history, self.revisions) = (period, history, revisions)
        self.marked = marked
        (self.health, self.traffic) = (health, traffic)
        var query = query
        query.comparesPrevious = true
        self.query = query
        timeline = try await history.timeline(query, zone: period.zone.rules)
        isLong = try await history.scannedCount(query.selection) > PageBudget.hits
    }

    package var title: String { "Overview" }

    package var address: (path: String, query: [(String, String)]) {
        ("/", [("period", period.name)])
    }

    package func isLate(_ part: Part) -> Bool {
        part == .health ? health.isLate : isLong
    }

    private func count(_ outcome: Resolution.Outcome) -> (now: HitCount, before: HitCount) {
        let series = timeline.series.first { $0.label == outcome.rawValue }
        return (series?.total ?? HitCount(), series?.previousTotal ?? HitCount())
    }

    /// The page.
    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        let figure = TimelineFigure(
            timeline, label: "Hits by outcome \(period.words)", zone: period.zone,
            revisions: marked, isZoomable: true)
        let command = frame.commands.line(["stats", "timeline"], of: query)
        let history = ConsoleLink.path("/history", [("period", period.name)])
        return ConsolePage(
            title, heading: heading, place: "/", isRefreshed: period.isPreset,
            """
            <div class="lead"><p class="summary">\(trend)</p>\(period.choices(of: "/", history: health.history))</div>
            \(figure.markup)\(ConsoleLink.command(command))
            <div class="columns"><section aria-labelledby="missing"><h2 id="missing">Found nothing</h2>
            \(try await shown(.missing, in: frame))<p><a href="\(history)">All of them</a></p></section>
            <section aria-labelledby="busiest"><h2 id="busiest">Busiest routes</h2>
            \(try await shown(.busiest, in: frame))</section>
            <section aria-labelledby="revisions"><h2 id="revisions">Last changes</h2>
            \(RevisionTables.log(revisions, time: frame.text, number: ConsoleLink.revision).markup)</section>
            <section aria-labelledby="health"><h2 id="health">Health</h2>
            \(try await shown(.health, in: frame))</section></div>
            """)
    }

    private var heading: Markup {
        let total = timeline.frame.total
        let missing = [count(.unmatched).now, count(.invalid).now].sum
        guard total.weight > 0 else { return "There are no hits \(period.words)" }
        return """
            \(NumberText.percent(missing.share(of: total))) of \(NumberText.hits(total.weight)) found \
            nothing \(period.words)
            """
    }

    private var trend: Markup {
        let before = timeline.frame.previousTotal ?? HitCount()
        let missed = [count(.unmatched).before, count(.invalid).before].sum
        guard before.weight > 0 else { return "There were no hits in the period before." }
        return """
            In the period before: \(NumberText.percent(missed.share(of: before))) of \
            \(NumberText.hits(before.weight)).
            """
    }

    // MARK: Parts

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        var query = query
        switch part {
        case .missing:
            // Noise is a cluster, and no item of the list.
            query.limit = 7
            return UnmatchedList.markup(try await history.unmatched(query), in: frame, limit: 6)
        case .busiest:
            query.limit = 8
            return try await "\(Self.table(history.top(.routes, query)).markup)\(unhit())"
        case .health: return try await health.table(in: frame).markup
        }
    }

    private static func table(_ routes: TopReport) -> DataTable {
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

    /// How many routes had no hits; nothing if that is unknown.
    private func unhit() async throws -> Markup? {
        let since = query.selection.since ?? Timestamp(microseconds: 0)
        // The list of routes counts hits up to now.
        guard period.isPreset, let traffic = try await traffic(since), traffic.isWindowKnown
        else { return nil }
        let count = query.snapshot.routes.count {
            $0.hasPattern && traffic.hits(of: $0.id).recent == 0
        }
        let path = ConsoleLink.path("/routes", [("state", "unhit"), ("period", period.name)])
        return "<p><a href=\"\(path)\">\(NumberText.counted(count, "route"))</a> had no hits.</p>"
    }
}
#endif
