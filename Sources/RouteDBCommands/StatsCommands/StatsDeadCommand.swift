import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Lists routes without hits.
struct StatsDeadCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead",
        abstract: "List routes that were never hit.",
        discussion: """
            EXAMPLES:
              routedb stats dead --since 90d
              routedb stats dead --since 7d --compare previous
              routedb stats dead --namespace web --limit 0 --csv

            The cause is 'disabled', 'shadowed' (routes tried before it match all of its
            URLs, as 'lint' reports), 'unhit', or 'unknown' if the window has no hits at
            all: then nothing shows what is dead, and the exit status is 2. Tasks are not
            listed, because resolving by name is not recorded.

            TSV fields: id, name or pattern, namespace, target, cause, the route that
            shadows it, and the quarter of an hour of its last hit; with '--compare' also
            the hits in the preceding window. Exits with status 1 if there are dead routes.
            """)

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let run = try await stats.open(global, limit: nil, in: context)
        var (dead, routes) = (0, 0)
        let sheets = try await run.write(in: context, { _ in Self.listing(run) }) { query in
            let report = try await run.history.dead(query)
            (dead, routes) = (report.rows.count + report.others, report.routeCount)
            return StatsSheet(frame: report.frame, rows: report.rows, head: report.head)
        }
        if run.isTable {
            if run.bucket == nil { context.notify("\(dead) of \(routes) routes") }
            run.notifyTotals(sheets, in: context)
        }
        let causes = sheets.flatMap { $0.rows.map(\.cause) }
        if causes.contains(where: { $0 != .unknown }) { context.conclude(.no) }
        // No sheets: there are no hits to make buckets of.
        let isUnknown = sheets.allSatisfy { sheet in
            sheet.rows.contains { $0.cause == .unknown }
        }
        guard isUnknown else { return }
        throw CommandFailure(
            "noHits", "The window has no hits, so nothing shows which routes are dead.",
            hint: "Check '--since' and '--until' against `routedb hits info`.")
    }

    private static func listing(_ run: StatsRun) -> Listing<DeadReport.Row> {
        let (isTable, zone) = (run.isTable, run.zone)
        var columns: [Listing<DeadReport.Row>.Column] = [
            .init("id") { "\($0.route.id.rawValue)" }, .init("route") { $0.label },
            .init("namespace") { $0.namespace }, .init("target") { $0.route.target },
            .init("cause") { $0.cause.rawValue },
            .init("shadowed by") { $0.shadowedBy.map { "#\($0.rawValue)" } ?? "" },
            .init("last hit") { $0.lastHit.map { StatsText.time($0, zone, isTable) } ?? "" },
        ]
        if run.query.comparesPrevious {
            columns.append(.init("before") { StatsText.weight($0.previous, isTable) })
        }
        return Listing("dead", columns: columns) { $0.object }
    }
}
