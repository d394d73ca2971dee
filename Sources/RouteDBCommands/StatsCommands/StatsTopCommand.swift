import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Lists the most frequent routes, targets and more.
struct StatsTopCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "List the most frequent routes, targets, namespaces, principals or referrers.",
        discussion: """
            EXAMPLES:
              routedb stats top
              routedb stats top targets --since 7d --compare previous
              routedb stats top principals --route user --limit 50 --csv
              routedb stats top --since 30d --bucket 1d --limit 3 --tz Europe/Berlin
              routedb stats top --by label:owner

            TSV fields: name, id (of a route), target (of a route), hits and share; with
            '--compare' also the hits in the preceding window, and the change.

            '--by label:owner' counts by the values of the label 'owner' that routes have
            in the registry now; routes without it are one row, '(none)'.
            """)

    @Argument(
        help: "What to list: routes, targets, namespaces, principals or referrers.",
        transform: WordArgument.read)
    var subject = TopReport.Subject.routes

    @Option(
        help: ArgumentHelp(
            "The same as the argument, or label:KEY for the values of a label.",
            valueName: "subject"),
        transform: WordArgument.read)
    var by: TopReport.Subject?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if by != nil && subject != .routes {
            throw ValidationError("Name what to list once: as the argument, or with '--by'.")
        }
    }

    /// What to list.
    private var chosen: TopReport.Subject { by ?? subject }

    func run(in context: CommandContext) async throws {
        let subject = chosen
        let run = try await stats.open(global, limit: 20, in: context)
        let sheets = try await run.write(in: context, { listing(run, $0) }) { query in
            let report = try await run.history.top(subject, query)
            return StatsSheet(
                frame: report.frame, rows: report.rows, others: report.others,
                head: report.head)
        }
        run.notifyTotals(sheets, in: context)
    }

    private func listing(_ run: StatsRun, _ rows: [TopReport.Row]) -> Listing<TopReport.Row> {
        typealias Row = TopReport.Row
        let highest = rows.map(\.share).max() ?? 0
        var (key, title) = (chosen.rawValue, String(chosen.rawValue.dropLast()))
        if case .label(let label) = chosen { (key, title) = ("labels", label) }
        var columns: [Listing<Row>.Column] = [
            .init(title) { $0.label.isEmpty ? "(none)" : $0.label }
        ]
        if chosen == .routes {
            columns.append(.init("id") { $0.route.map { "\($0.rawValue)" } ?? "" })
            columns.append(.init("target") { $0.target ?? "" })
        }
        columns += StatsText.columns(
            run, count: { $0.count }, share: { $0.share }, previous: { $0.previous })
        if run.isTable, highest > 0 {
            let chart = run.chart
            columns.append(.init("") { chart.bar($0.share / highest, width: 20) })
        }
        return Listing(key, columns: columns) { $0.object }
    }
}
