#if Server
package import RouteDB
package import RouteDBTraffic

/// The requests of the past: what found nothing, how long it took, where it came from.
package struct HistoryPage: PartedPage {
    /// The parts that count hits.
    package enum Part: String, CaseIterable, Sendable {
        case missing, durations, refused, visitors
    }

    /// How many groups of URLs are listed.
    private static let clusters = 30

    private let period: HitPeriod
    private let query: AnalysisQuery
    private let history: HitHistory
    private let timeline: TimelineReport
    private let info: HistoryInfo
    private let imports: [LogImportRecord]
    private let isLong: Bool

    /// Counts what the page answers first.
    package init(
        _ period: HitPeriod, _ query: AnalysisQuery, _ history: HitHistory
    ) async throws(RouteDBError) {
        (self.period, self.query, self.history) = (period, query, history)
        timeline = try await history.timeline(query, zone: period.zone.rules)
        info = try await history.info()
        imports = try await history.imports()
        isLong = try await history.scannedCount(query.selection) > PageBudget.hits
    }

    package var title: String { "History" }

    package var address: (path: String, query: [(String, String)]) {
        ("/history", [("period", period.name)])
    }

    package func isLate(_ part: Part) -> Bool { isLong }

    /// The page.
    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        let outcomes = [Resolution.Outcome.unmatched, .invalid].map(\.rawValue)
        let missing = timeline.series.filter { outcomes.contains($0.label) }.map(\.total).sum
        let command = frame.commands.line(["stats", "unmatched"], of: query)
        return ConsolePage(
            title,
            heading:
                "\(NumberText.hits(missing.weight)) found nothing \(period.words)",
            place: "/history", isRefreshed: period.isPreset,
            """
            <div class="lead"><p class="summary">The history has \(NumberText.hits(info.hits)). \
            <a href="/live">Watch them arrive</a>, or <a href="/count">count them</a></p>\
            \(period.choices(of: "/history", history: info))</div>
            <section><h2>Found nothing</h2>\(try await shown(.missing, in: frame))\
            \(ConsoleLink.command(command))</section>
            <section><h2>Durations</h2>\(try await shown(.durations, in: frame))</section>
            <section><h2>Refused access</h2>\(try await shown(.refused, in: frame))</section>
            <section><h2>Visitors</h2>\(try await shown(.visitors, in: frame))</section>
            <section><h2>Imported logs</h2>\(ImportList.markup(imports, undoing: frame.isWriting))\
            \(ConsoleLink.command(frame.commands.line(["hits", "imports"])))</section>
            <section><h2>The file</h2>\(file(in: frame).markup)\
            \(ConsoleLink.command(frame.commands.line(["hits", "info"])))</section>
            """)
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        var query = query
        query.limit = 10
        switch part {
        case .missing:
            (query.limit, query.comparesPrevious) = (Self.clusters + 1, true)
            return UnmatchedList.markup(
                try await history.unmatched(query), in: frame, limit: Self.clusters)
        case .durations:
            let slowest = try await history.latency(query, by: .route)
            query.limit = nil
            let latency = try await history.latency(
                query, by: .bucket, zone: period.zone.rules)
            return LatencyFigure(latency, slowest: slowest).markup
        case .refused:
            return TrafficTables.denied(try await history.denied(query), time: frame.text).markup
        case .visitors:
            let figures = try await PropertyFigures.visitors(query, of: history)
            guard !figures.parts.isEmpty else {
                return "<p class=\"empty\">Nothing is known of visitors.</p>"
            }
            return TrafficTables.properties(figures)
        }
    }

    /// Returns the content of the history's file.
    private func file(in frame: ConsoleFrame) -> DataTable {
        var table = DataTable("The file", [.init("what"), .init("value", .number)])
        func add(_ what: DataTable.Cell, _ value: String) { table.add([what, .init(value)]) }
        func time(_ time: Timestamp?) -> String { time.map { frame.text($0) } ?? "–" }
        add("first hit", time(info.firstTime))
        add("last hit", time(info.lastTime))
        add("hits", NumberText.grouped(info.hits))
        add("pruned hits, kept as totals", NumberText.grouped(info.prunedHits))
        add("hits that recorders lost", NumberText.grouped(info.lostHits))
        add("size in KiB", NumberText.grouped(info.bytes / 1_024))
        return table
    }
}
#endif
