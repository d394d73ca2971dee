import ArgumentParser
import RouteDB
import RouteDBTraffic

/// One bucket of a timeline, with the hits of all series.
struct TimelineRow: Sendable {
    let report: TimelineReport
    let index: Int

    static func listing(_ report: TimelineReport, _ run: StatsRun) -> Listing<TimelineRow> {
        let isTable = run.isTable
        @Sendable func text(_ count: HitCount) -> String {
            isTable ? NumberText.grouped(count.weight) : "\(count.weight)"
        }
        var columns: [Listing<TimelineRow>.Column] = [
            .init("time") { $0.report.buckets[$0.index].label }
        ]
        for (number, series) in report.series.enumerated() {
            columns.append(
                .init(series.label) { text($0.report.series[number].counts[$0.index]) })
        }
        if report.frame.previousSelection != nil {
            columns.append(.init("before") { $0.report.previous($0.index).map(text) ?? "" })
        }
        let highest = report.buckets.indices.map { report.total($0).weight }.max()
        if isTable, let highest, highest > 0 {
            let chart = run.chart
            columns.append(
                .init("") {
                    chart.bar(Double($0.report.total($0.index).weight) / Double(highest), width: 24)
                })
        }
        return Listing("buckets", columns: columns) { $0.report.bucketObject($0.index) }
    }
}

/// Shows hits over time.
struct StatsTimelineCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show hits over time, by outcome or by route.",
        discussion: """
            EXAMPLES:
              routedb stats timeline --since 30d --bucket 1d --tz Europe/Berlin
              routedb stats timeline --since 24h --by route --limit 5
              routedb stats timeline --route user --since 7d --compare previous --csv

            Buckets are aligned to the time zone's clock; a day has 23 or 25 hours when
            daylight saving time begins or ends. With '--by route', '--limit' is the
            maximum number of routes with a column; otherwise it is the maximum number of
            buckets, and the latest are shown.

            TSV fields: the beginning of a bucket and the hits of each outcome or route, in
            the order of '--csv', whose header names them.
            """)

    @Option(
        help: "The columns: outcome or route.", transform: WordArgument.read)
    var by = TimelineReport.Division.outcome

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let run = try await stats.open(global, limit: nil, in: context)
        let report = try await run.history.timeline(
            run.query, by: by, bucket: stats.bucket, zone: run.zone)
        if report.frame.total.hits == 0 { try await run.explainEmpty(in: context) }
        let limit = by == .outcome ? run.query.limit ?? 0 : 0
        let shown = report.buckets.indices.suffix(limit.asLimit)
        let rows = shown.map { TimelineRow(report: report, index: $0) }
        if run.isTable { try writeSparklines(report, run, in: context) }
        try TimelineRow.listing(report, run).write(
            rows, as: run.format, head: report.head, to: context.output)
        run.notifyTotals(report.frame, in: context)
    }

    private func writeSparklines(
        _ report: TimelineReport, _ run: StatsRun, in context: CommandContext
    ) throws {
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
