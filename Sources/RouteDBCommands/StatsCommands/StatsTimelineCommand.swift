import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Shows hits over time.
struct StatsTimelineCommand: StatsReport {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show hits over time, by outcome or by route.",
        discussion: """
            EXAMPLES:
              routedb stats timeline --since 30d --bucket 1d --tz Europe/Berlin
              routedb stats timeline --since 24h --by route --limit 5
              routedb stats timeline --route user --since 7d --compare previous --csv

            Buckets are aligned to the time zone's clock; a day has 23 or 25 hours when
            daylight saving time begins or ends. With '--by route', the routes beyond the
            limit are one column, 'other'.

            TSV fields: the beginning of a bucket and the hits of each outcome or route, in
            the order of '--csv', whose header names them.
            """)

    @Option(
        help: "The columns: outcome or route.", transform: EnumArgument.read)
    var by = TimelineReport.Division.outcome

    @Option(limitOf: .timeline) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    var kind: ReportKind { .timeline(by: by) }

    func writeHead(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws {
        guard let report = sheets.reports.first as? TimelineReport else { return }
        let names = report.series.map { PlainText.shown($0.label) }
        let totals = report.series.map { NumberText.grouped($0.total.weight) }
        let width = names.map(\.unicodeScalars.count).max() ?? 0
        let digits = totals.map(\.utf8.count).max() ?? 0
        for (index, series) in report.series.enumerated() {
            let padding = String(
                repeating: " ",
                count: width - names[index].unicodeScalars.count + digits
                    - totals[index].utf8.count)
            let line = run.chart.sparkline(
                series.counts.map(\.weight), width: max(10, context.columns - width - digits - 4))
            try context.output.writeLine("\(names[index])  \(padding)\(totals[index])  \(line)")
        }
        if !report.series.isEmpty { try context.output.writeLine("") }
    }
}
