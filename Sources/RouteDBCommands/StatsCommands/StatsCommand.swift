import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// The commands that report on the history.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Report what was hit, what was not found, and which routes are unused.",
        discussion: """
            EXAMPLES:
              routedb stats top --since 7d --compare previous
              routedb stats unmatched --since 2026-01-01 --limit 10
              routedb stats timeline --since 30d --bucket 1d --tz Europe/Berlin
              routedb stats params user --since 7d
              routedb stats dead --since 90d --json
              routedb stats unmatched --where query:utm_source=mail --where platform=ios

            Sampled hits are weighted. The history is the file given with --history, else
            with $ROUTEDB_HISTORY, else the one beside the registry.
            """,
        subcommands: [
            StatsTopCommand.self, StatsUnmatchedCommand.self, StatsDeadCommand.self,
            StatsTimelineCommand.self, StatsParamsCommand.self, StatsLatencyCommand.self,
            StatsDeniedCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

extension Option where Value == Int? {
    /// Creates the option for the limit of a report, whose help names the default.
    init(limitOf form: ReportForm) {
        self.init(
            name: [.customShort("L"), .customLong("limit")],
            help: ArgumentHelp(form.tableLimit, valueName: "number"))
    }
}

/// A command that prints a report.
protocol StatsReport: RegistryCommand {
    var stats: StatsOptions { get }
    /// The report.
    var kind: ReportKind { get }
    /// The maximum number of rows, if one is asked for.
    var limit: Int? { get }
    /// The only route whose hits count.
    var route: String? { get }
    /// Writes what stands above the rows of a table.
    func writeHead(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws
    /// Writes what follows the rows.
    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws
}

extension StatsReport {
    var route: String? { stats.route }

    func writeHead(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws {}
    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) throws {}

    func run(in context: CommandContext) async throws { _ = try await report(in: context) }

    /// Computes and writes the report: one on the whole period, or one on each bucket of it.
    func report(in context: CommandContext) async throws -> ReportSheets {
        if let limit, limit < 0 { throw CommandFailure.usage(RowLimitOption.rule) }
        let run = try await stats.open(global, kind, route: route, limit: limit, in: context)
        let sheets = try await run.request.sheets(of: run.history)
        if sheets.buckets?.isEmpty ?? (sheets.total.hits == 0) {
            try await run.explainEmpty(in: context)
        }
        if let path = stats.drawing {
            try run.draw(sheets, to: path)
        } else {
            if run.isTable { try writeHead(sheets, run, in: context) }
            try run.write(sheets, to: context.output)
            try writeTail(sheets, run, in: context)
        }
        run.notifyTotals(sheets, in: context)
        return sheets
    }
}

/// The options common to all reports.
struct StatsOptions: ParsableArguments {
    /// The period that a report is compared with.
    enum Comparison: String, CaseIterable, ExpressibleByArgument {
        case previous
    }

    @OptionGroup var window: WindowOptions

    @Option(
        help: ArgumentHelp(
            "The length of time buckets: '15m', '1h', '1d', '1w', '1mo'.", valueName: "length"),
        transform: CheckedArgument.reading(TimeBucket.read))
    var bucket: TimeBucket?

    @Option(
        help: ArgumentHelp(
            "The time zone, such as 'Europe/Berlin' or '+02:00' (default: UTC).", valueName: "zone"),
        transform: CheckedArgument.reading(ZoneRules.read))
    var tz: ZoneRules?

    @Option(help: "Only hits of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only hits of this route.", completion: NameCompletion.routes)
    var route: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            Only hits with this value of a field: \(ReportConditions.names); may be repeated. Of \
            several values for one field, one must hold.
            """, valueName: "field=value"))
    var conditions: [String] = []

    @OptionGroup var clients: BotsOption

    @Option(help: "Compare with the preceding window of the same length: 'previous'.")
    var compare: Comparison?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Draw the report in this SVG file instead of printing rows.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var drawing: String?

    @OptionGroup var regrouping: RegroupingOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if let drawing, !drawing.lowercased().hasSuffix(".svg") {
            throw ValidationError(
                "'--output' draws a chart, and '\(drawing)' does not end with '.svg'.")
        }
    }

    /// Opens the files for a report.
    func open(
        _ global: GlobalOptions, _ kind: ReportKind, route: String?, limit: Int?,
        in context: CommandContext
    ) async throws -> StatsRun {
        let format = try listing.format(global, in: context)
        let zone = tz ?? .utc
        let period = try window.period(in: context, zone: zone, isCompared: compare != nil)
        let registry = try await global.openForReading(in: context)
        let history = try await history.open(global, in: context)
        let conditions = try reportConditions()
        let asksForAll = kind.asksForAllRoutes || route != nil || conditions.namesRoutes
        let snapshot = try await snapshot(of: registry, history, ofAllRoutes: asksForAll)
        var query = try AnalysisQuery(
            period, namespace: namespace, bots: clients.bots, regroups: regrouping.asOf != nil,
            in: snapshot)
        query.limit = limit
        for key in kind.labels { Self.note(label: key, missingIn: snapshot, context) }
        try query.select(where: conditions)
        if let route {
            try query.select(route: route)
            Self.note(query.selection.routes, missingIn: snapshot, context)
        }
        return StatsRun(
            history: history,
            request: try ReportRequest(
                kind, query, bucket: bucket, zone: zone, isWhole: format != .table && drawing == nil
            ),
            selection: query.selection, zone: zone, format: format,
            chart: ChartStyle(in: context))
    }

    private func reportConditions() throws -> ReportConditions {
        do {
            return try ReportConditions(conditions)
        } catch {
            throw CommandFailure.usage(error.message, hint: error.hint)
        }
    }

    /// Reads what a report needs of the registry: of the routes, only those that were hit, unless it looks at
    /// others.
    private func snapshot(
        of registry: RouteRegistry, _ history: HitHistory, ofAllRoutes asksForAll: Bool
    ) async throws -> RegistrySnapshot {
        guard regrouping.asOf == nil, !asksForAll else {
            return try await regrouping.snapshot(of: registry)
        }
        let traffic = try await history.traffic(since: .epoch)
        return try await registry.items(
            and: namespace.map(DefaultPlace.namespace), routes: traffic.foundRoutes)
    }

    /// Notes that no route has a label by which hits are counted.
    private static func note(
        label key: String, missingIn snapshot: RegistrySnapshot, _ context: CommandContext
    ) {
        let known = Set(snapshot.routes.flatMap { $0.labels.keys })
        guard !snapshot.routes.isEmpty, !known.contains(key) else { return }
        let hint = NameSuggestion.didYouMean(key, among: known.sorted()).map { " \($0)" } ?? ""
        context.printNote("note: none of these routes has the label \(key.excerpt).\(hint)")
    }

    /// Notes that a route has hits only, and is gone from the registry.
    private static func note(
        _ routes: Set<RouteID>?, missingIn snapshot: RegistrySnapshot, _ context: CommandContext
    ) {
        for id in routes ?? [] where !snapshot.routes.contains(where: { $0.id == id }) {
            context.printNote("note: revision \(snapshot.revision) has no route #\(id.rawValue)")
        }
    }
}
