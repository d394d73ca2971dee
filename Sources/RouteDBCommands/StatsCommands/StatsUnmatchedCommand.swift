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
            type-failed, query-failed, noise (URLs that browsers and scanners request from
            every server, listed in Docs/analysis.md), unknown-host, unknown-path.
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
            sheet(try await history.unmatched(query), near: route, limit: limit)
        }
        if run.isTable { try writeSuggestions(sheets.flatMap(\.rows), to: context.output) }
        run.notifyTotals(sheets, in: context)
    }

    private func sheet(
        _ report: UnmatchedReport, near route: RouteID?, limit: Int?
    ) -> StatsSheet<UnmatchedReport.Cluster> {
        let near = report.clusters.filter { route == nil || $0.nearest == route }
        let wanted = near.filter { cause.isEmpty || cause.contains($0.cause) }
        let shown = Array(wanted.prefix((limit ?? 0).asLimit))
        var others = report.others
        for cluster in wanted.dropFirst(shown.count) { others += cluster.count }
        var counts = report.causes
        if route != nil {
            counts = [:]
            for cluster in near { counts[cluster.cause, default: HitCount()] += cluster.count }
        }
        var head = StatsText.head(report.frame)
        var causes = JSONObject()
        for cause in UnmatchedReport.Cause.allCases {
            causes[cause.rawValue] = StatsText.object(counts[cause] ?? HitCount())
        }
        head["causes"] = .object(causes)
        head["others"] = StatsText.object(others)
        return StatsSheet(frame: report.frame, rows: shown, others: others, head: head)
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
        return Listing("clusters", columns: columns) { row in
            [
                "template": .string(row.template), "cause": .string(row.cause.rawValue),
                "count": StatsText.object(row.count), "share": .double(row.share),
                "previous": StatsText.previous(row.count, since: row.previous),
                "first": row.first.map { .string("\($0)") } ?? .null,
                "last": row.last.map { .string("\($0)") } ?? .null,
                "example": .string(row.example),
                "nearest": row.nearest.map { .int($0.rawValue) } ?? .null,
                "nearestLabel": row.nearestLabel.map { .string($0) } ?? .null,
                "suggestion": row.suggestion.map { .string($0) } ?? .null,
            ]
        }
    }
}
