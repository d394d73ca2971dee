import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Lists routes to which access was refused.
struct StatsDeniedCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "denied",
        abstract: "List routes to which access was denied or challenged, and to whom.",
        discussion: """
            EXAMPLES:
              routedb stats denied --since 7d
              routedb stats denied --route admin --compare previous --since 24h
              routedb stats denied --json

            The share is relative to all hits of the route. Principals are shown as stored,
            which may be hashed by privacy rules.

            TSV fields: name or pattern, id, outcome, hits, share, hits without a
            principal, number of principals, principals refused most often, first and last
            time; with '--compare' the share is followed by the hits in the preceding
            window and the change.
            """)

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let run = try await stats.open(global, limit: 20, in: context)
        var refused = HitCount()
        let sheets = try await run.write(in: context, { _ in Self.listing(run) }) { query in
            let report = try await run.history.denied(query)
            refused += report.refused
            return StatsSheet(
                frame: report.frame, rows: report.rows, others: report.others,
                head: report.head)
        }
        if run.isTable { context.notify("\(NumberText.grouped(refused.weight)) refused") }
        run.notifyTotals(sheets, in: context)
    }

    private static func listing(_ run: StatsRun) -> Listing<DenialReport.Row> {
        typealias Row = DenialReport.Row
        let (isTable, zone) = (run.isTable, run.zone)
        var columns: [Listing<Row>.Column] = [
            .init("route") { $0.label }, .init("id") { "\($0.route.rawValue)" },
            .init("outcome") { $0.outcome.rawValue },
        ]
        columns += StatsText.columns(
            run, count: { $0.count }, share: { $0.share }, previous: { $0.previous })
        columns += [
            .init("anonymous") {
                isTable
                    ? NumberText.grouped($0.anonymous.weight) : "\($0.anonymous.weight)"
            },
            .init("principals") { "\($0.principals)" },
            .init("most refused") { row in
                row.mostRefused.map { "\($0.id) (\($0.count.weight))" }.joined(separator: ", ")
            },
            .init("first") { StatsText.time($0.first, zone, isTable) },
            .init("last") { StatsText.time($0.last, zone, isTable) },
        ]
        return Listing("denied", columns: columns) { $0.object }
    }
}
