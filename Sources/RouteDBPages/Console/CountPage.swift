#if Server
package import RouteDB
package import RouteDBTraffic

/// The hits of a period, counted by several properties at once.
package struct CountPage: PartedPage {
    /// The part that counts hits.
    package enum Part: String, CaseIterable, Sendable { case rows }

    /// The number of rows of the table.
    private static let limit = 100

    /// The properties that the form begins with.
    package static let usual = "query:utm_campaign,day,nearest"

    private let period: HitPeriod
    private let query: AnalysisQuery
    private let history: HitHistory
    private let by: String
    private let conditions: [String]
    private let kind: ReportKind
    private let isLong: Bool

    /// Reads the properties and the conditions on hits, a line each.
    package init(
        _ period: HitPeriod, _ query: AnalysisQuery, _ history: HitHistory, by: String,
        where lines: String
    ) async throws(RouteDBError) {
        kind = try .top(by: by)
        conditions = lines.split(whereSeparator: \.isNewline).map(String.init)
        var query = query
        try query.select(where: ReportConditions(conditions))
        query.limit = Self.limit
        (self.period, self.query, self.history, self.by) = (period, query, history, by)
        isLong = try await history.scannedCount(query.selection) > PageBudget.hits
    }

    package var title: String { "Count hits" }

    package var address: (path: String, query: [(String, String)]) {
        (
            "/count",
            [
                ("period", period.name), ("by", by),
                ("where", conditions.joined(separator: "\n")),
            ]
        )
    }

    package func isLate(_ part: Part) -> Bool { isLong }

    /// The page.
    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        let words =
            ["stats", "top", "--by", by] + conditions.flatMap { ["--where", $0] }
            + (period.zone.name == PageZone.utc.name ? [] : ["--tz", period.zone.name])
        return ConsolePage(
            title, heading: "Hits \(period.words), by \(by)", place: "/history",
            """
            \(form)<section><h2>Hits</h2>\(try await shown(.rows, in: frame))</section>\
            \(ConsoleLink.command(frame.commands.line(words, of: query)))
            """)
    }

    private var form: Markup {
        """
        <form class="ask" action="/count">\
        <label class="wide">By, separated by commas<input class="code" name="by" type="text" \
        value="\(PageText.field(by))" required spellcheck="false"></label>\
        <label class="wide">Only hits with, a field=value a line<textarea class="code" name="where" \
        rows="2" spellcheck="false">\(PageText.field(conditions.joined(separator: "\n")))</textarea></label>\
        \(FormField.text("period", "Period", period.name, hint: "7d"))\
        <button type="submit">Count</button></form>
        """
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        let request = try ReportRequest(kind, query, zone: period.zone.rules)
        let sheets = try await request.sheets(of: history)
        guard let report = sheets.reports.first else { return "" }
        let table = ReportTable(report, time: frame.text)
        let values = table.columns.prefix { $0.title != "hits" }.map {
            ReportTable.Column.of($0.title)
        }
        let rows = table.table(
            "Hits", values + [.bar("matched"), .of("hits"), .of("share")],
            empty: "There are no hits.")
        let more = report.frame.omittedRows
        let rest: Markup? =
            more > 0
            ? "<p class=\"aside\">and \(NumberText.counted(more, "further row")), of which the command has all</p>"
            : nil
        return "\(rows.markup)\(rest)"
    }
}
#endif
