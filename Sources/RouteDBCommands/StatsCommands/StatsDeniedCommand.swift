import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Lists routes to which access was refused.
struct StatsDeniedCommand: StatsReport {
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

    @Option(limitOf: .denied) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    var kind: ReportKind { .denied }

    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) {
        guard run.isTable else { return }
        let refused = sheets.reports.compactMap { ($0 as? DenialReport)?.refused }.sum
        context.printNote("\(NumberText.grouped(refused.weight)) refused")
    }
}
