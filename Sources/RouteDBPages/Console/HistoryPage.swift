#if Server
package import RouteDB
package import RouteDBTraffic

/// What was asked for: what found nothing, how long it took, where it came from.
package struct HistoryPage: Sendable {
    private let period: String
    private let query: AnalysisQuery
    private let unmatched: UnmatchedReport
    private let latency: LatencyReport
    private let slowest: LatencyReport
    private let referrers: TopReport
    private let denied: DenialReport
    private let info: HistoryInfo

    /// Counts everything that the page shows.
    ///
    /// - Parameters:
    ///   - period: The name of the period.
    ///   - query: The hits.
    ///   - history: The history.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    package init(
        _ period: String, _ query: AnalysisQuery, _ history: HitHistory
    ) async throws(RouteDBError) {
        (self.period, self.query) = (period, query)
        var query = query
        query.limit = 30
        unmatched = try await history.unmatched(query)
        query.limit = 10
        slowest = try await history.latency(query, by: .route)
        referrers = try await history.top(.referrers, query)
        denied = try await history.denied(query)
        query.limit = nil
        latency = try await history.latency(query, by: .bucket)
        info = try await history.info()
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let periods = ConsoleLink.choices(
            "Period",
            OverviewPage.periods.map {
                ($0.name, ConsoleLink.path("/history", [("period", $0.name)]))
            },
            chosen: period)
        let refused: Markup? =
            denied.refused.weight == 0
            ? nil
            : "<section><h2>Refused access</h2>\(TrafficTables.denied(denied, time: frame.text).markup)</section>"
        return ConsolePage(
            "History",
            heading:
                "\(NumberText.hits(unmatched.frame.total.weight)) found nothing in \(OverviewPage.words(period))",
            place: "/history",
            """
            <div class="lead"><p class="summary">The history has \(NumberText.hits(info.hits)). \
            <a href="/live">Watch them arrive</a></p>\
            \(periods)</div>
            <section><h2>Found nothing</h2>\(UnmatchedList.markup(unmatched, in: frame, limit: 30))\
            \(ConsoleLink.command(frame.commands.line(["stats", "unmatched"], of: query)))</section>
            <section><h2>Durations</h2>\(LatencyFigure(latency, slowest: slowest).markup)</section>
            \(refused)
            <section><h2>Referrers</h2>\
            \(TrafficTables.top(referrers, "Referrers", "referrer").markup)</section>
            """)
    }
}
#endif
