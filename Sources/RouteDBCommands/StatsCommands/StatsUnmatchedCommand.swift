import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Lists URLs that matched no route.
struct StatsUnmatchedCommand: RegistryCommand {
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
        transform: WordArgument.read)
    var cause: [UnmatchedReport.Cause] = []

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        var run = try await stats.open(global, limit: 20, in: context)
        // Hits without a route are filtered by the route nearest to them.
        let route = run.query.selection.routes?.first
        run.query.selection.routes = nil
        let limit = run.query.limit
        if !cause.isEmpty || route != nil { run.query.limit = 0 }
        let history = run.history
        let sheets = try await run.write(in: context, { _ in Self.listing(run) }) { query in
            let report = try await history.unmatched(query)
                .part(causes: cause, near: route, limit: limit ?? 0)
            return StatsSheet(
                frame: report.frame, rows: report.clusters, others: report.others,
                head: report.head)
        }
        if run.isTable { try writeSuggestions(sheets.flatMap(\.rows), to: context.output) }
        run.notifyTotals(sheets, in: context)
    }

    private func writeSuggestions(
        _ clusters: [UnmatchedReport.Cluster], to output: OutputWriter
    ) throws {
        var seen: Set<String> = []
        let commands = clusters.compactMap(\.suggestion).filter { seen.insert($0).inserted }
        guard !commands.isEmpty else { return }
        try output.writeLine("")
        try output.writeLine("SUGGESTED")
        for command in commands { try output.writeLine(PlainText.shown(command)) }
    }

    private static func listing(_ run: StatsRun) -> Listing<UnmatchedReport.Cluster> {
        typealias Row = UnmatchedReport.Cluster
        let (isTable, zone) = (run.isTable, run.zone)
        var columns: [Listing<Row>.Column] = [
            .init("template") { $0.template }, .init("cause") { $0.cause.rawValue },
        ]
        columns += StatsText.columns(
            run, count: { $0.count }, share: { $0.share }, previous: { $0.previous })
        columns += [
            .init("first") { $0.first.map { StatsText.time($0, zone, isTable) } ?? "" },
            .init("last") { $0.last.map { StatsText.time($0, zone, isTable) } ?? "" },
            .init("nearest") { $0.nearestLabel ?? "" },
        ]
        if !isTable {
            columns += [
                .init("example") { $0.example }, .init("suggestion") { $0.suggestion ?? "" },
            ]
        }
        return Listing("clusters", columns: columns) { $0.object }
    }
}
