import ArgumentParser
import RouteDB

/// Lists routes that nobody reached.
struct StatsDeadCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead",
        abstract: "List the routes that nobody reached.",
        discussion: """
            EXAMPLES:
              routedb stats dead --since 90d
              routedb stats dead --namespace web --limit 0 --csv

            A route is disabled, shadowed (other routes take its URLs, as far as samples of
            them tell), or unhit. Routes without a pattern are not looked at: what is asked
            for by name is not recorded.

            Without a terminal, '--table' or another form, a line has tabs between id, name
            or pattern, namespace, target, cause, the route that shadows it, and the
            quarter of an hour of its last hit. Exit status 1 if there is such a route.
            """)

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try stats.refuse(
            [("bucket", stats.bucket != nil), ("compare", stats.compare != nil)], in: "dead")
    }

    func run(in context: CommandContext) async throws {
        let run = try await stats.open(global, limit: nil, in: context)
        let report = try await run.history.dead(run.query)
        var head = StatsText.head(report.frame)
        head["routes"] = .int(Int64(report.routeCount))
        head["others"] = .int(Int64(report.others))
        try Self.listing(run).write(
            report.rows, as: run.format, head: head, to: context.output)
        if run.isTable {
            let count = report.rows.count + report.others
            context.notify(
                "\(count) of \(report.routeCount) routes, of \(report.frame.total.weight) hits")
        }
        if !report.rows.isEmpty { context.conclude(.no) }
    }

    private static func listing(_ run: StatsRun) -> Listing<DeadReport.Row> {
        let (isTable, zone) = (run.isTable, run.zone)
        return Listing(
            "dead",
            columns: [
                .init("id") { "\($0.route.id.rawValue)" }, .init("route") { $0.label },
                .init("namespace") { $0.namespace }, .init("target") { $0.route.target },
                .init("cause") { $0.cause.rawValue },
                .init("shadowed by") { $0.shadowedBy.map { "#\($0.rawValue)" } ?? "" },
                .init("last hit") {
                    $0.lastHit.map { StatsText.time($0, zone, isTable) } ?? ""
                },
            ]
        ) { row in
            [
                "id": .int(row.route.id.rawValue), "label": .string(row.label),
                "namespace": .string(row.namespace), "target": .string(row.route.target),
                "cause": .string(row.cause.rawValue),
                "shadowedBy": row.shadowedBy.map { .int($0.rawValue) } ?? .null,
                "lastHit": row.lastHit.map { .string("\($0)") } ?? .null,
            ]
        }
    }
}
