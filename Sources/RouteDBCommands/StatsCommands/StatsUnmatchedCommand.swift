import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Lists URLs that matched no route.
struct StatsUnmatchedCommand: StatsReport {
    static let configuration = CommandConfiguration(
        commandName: "unmatched",
        abstract: "List URLs that matched no route, grouped by similarity.",
        discussion: """
            EXAMPLES:
              routedb stats unmatched
              routedb stats unmatched --cause unknown-path --since 7d --limit 10
              routedb stats unmatched --compare previous --since 24h --json
              routedb stats unmatched --as-of now

            The cause is one of: malformed, matched-now (a route matches it now), disabled,
            other-kind (such as another HTTP method), type-failed, query-failed, noise
            (URLs that browsers and scanners request from every server, listed in
            Docs/analysis.md), unknown-host, unknown-path.
            '--route' shows only URLs whose nearest route it is: the route that matches
            them now or would with a small change, or whose pattern is most similar.

            TSV fields: template, cause, hits, share, first and last time, nearest route,
            example and suggestion; with '--compare' the share is followed by the hits in
            the preceding window and the change.
            """)

    @Option(
        help: ArgumentHelp(
            "Only URLs with this cause; may be repeated.", valueName: "cause"),
        transform: EnumArgument.read)
    var cause: [UnmatchedReport.Cause] = []

    @Option(limitOf: .unmatched) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    var kind: ReportKind { .unmatched(causes: cause) }

    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws {
        guard run.isTable else { return }
        var seen: Set<String> = []
        let commands = sheets.reports.compactMap { $0 as? UnmatchedReport }.flatMap(\.clusters)
            .compactMap(\.suggestion).filter { seen.insert($0).inserted }
        guard !commands.isEmpty else { return }
        try context.output.writeLine("")
        try context.output.writeLine("SUGGESTED")
        for command in commands { try context.output.writeLine(PlainText.shown(command)) }
    }
}
