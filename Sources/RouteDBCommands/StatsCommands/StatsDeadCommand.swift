import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Lists routes without hits.
struct StatsDeadCommand: StatsReport {
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

    @Option(limitOf: .dead) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    var kind: ReportKind { .dead }

    func run(in context: CommandContext) async throws {
        let reports = try await report(in: context).reports.compactMap { $0 as? DeadReport }
        if reports.contains(where: { $0.rows.contains { $0.cause != .unknown } }) {
            context.setExitStatus(.no)
        }
        // No reports: there are no hits to make buckets of.
        guard reports.allSatisfy({ $0.rows.contains { $0.cause == .unknown } }) else { return }
        throw CommandFailure(
            "noHits", "The window has no hits, so nothing shows which routes are dead.",
            hint: "Check '--since' and '--until' against `routedb hits info`.")
    }

    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) {
        guard run.isTable, sheets.buckets == nil, let report = sheets.reports.first as? DeadReport
        else { return }
        context.printNote(
            "\(report.rows.count + report.others) of \(NumberText.counted(report.routeCount, "route"))"
        )
    }
}
