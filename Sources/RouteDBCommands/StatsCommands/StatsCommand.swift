import ArgumentParser
import RouteDB
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

/// The options common to all reports.
struct StatsOptions: ParsableArguments {
    /// What a report is compared with.
    enum Comparison: String, CaseIterable, ExpressibleByArgument {
        case previous
    }

    @OptionGroup var window: WindowOptions

    @Option(
        help: ArgumentHelp(
            "The length of time buckets: '15m', '1h', '1d', '1w', '1mo'.", valueName: "length"),
        transform: TimeBucket.read)
    var bucket: TimeBucket?

    @Option(
        help: ArgumentHelp(
            "The time zone, such as 'Europe/Berlin' or '+02:00' (default: UTC).", valueName: "zone"),
        transform: ZoneArgument.read)
    var tz: ZoneArgument?

    @Option(help: "Only hits of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only hits of this route.", completion: NameCompletion.routes)
    var route: String?

    @OptionGroup var rows: RowLimitOption

    @Option(help: "Compare with the preceding window of the same length: 'previous'.")
    var compare: Comparison?

    @OptionGroup var regrouping: RegroupingOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if compare != nil, window.since == nil {
            throw ValidationError(
                "'--compare previous' needs '--since', the start of the window to compare.")
        }
    }

    /// Opens the files for a report.
    func open(
        _ global: GlobalOptions, limit defaultLimit: Int?, in context: CommandContext
    ) async throws -> StatsRun {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await regrouping.snapshot(of: registry)
        let zone = tz?.rules ?? .utc
        var (since, until) = try window.window(in: context, zone: zone)
        if compare != nil, until == nil {
            until = Timestamp(microseconds: context.currentTimeMicroseconds())
            if let first = since, let last = until, first.microseconds >= last.microseconds {
                throw CommandFailure.usage("The window is empty: '--since' is \(first).")
            }
        }
        var query = AnalysisQuery(HitSelection(since: since, until: until), in: snapshot)
        query.regroups = regrouping.asOf != nil
        query.comparesPrevious = compare != nil
        query.limit = rows.limit ?? defaultLimit
        if let namespace {
            query.selection.namespaces = [try snapshot.namespace(named: namespace).id]
        }
        if let route {
            query.selection.routes = [try Self.route(route, in: snapshot, context)]
        }
        return StatsRun(
            history: try await history.open(global, in: context), query: query,
            bucket: bucket, zone: zone, format: format, chart: ChartStyle(in: context))
    }

    /// Returns the id of a route; one that the snapshot does not contain can be given by number.
    static func route(
        _ text: String, in snapshot: RegistrySnapshot, _ context: CommandContext
    ) throws -> RouteID {
        let reference = RouteReference(text)
        var number = reference.idInPlaceOfName
        if case .id(let id) = reference.key { number = id }
        if let id = number, reference.namespace == nil,
            (try? snapshot.route(reference)) == nil
        {
            context.notify("note: revision \(snapshot.revision) has no route #\(id.rawValue)")
            return id
        }
        return try snapshot.route(reference).id
    }
}

extension TimeBucket {
    /// Parses the value of the option.
    static func read(_ text: String) throws -> TimeBucket {
        if let bucket = TimeBucket(text) { return bucket }
        throw ValidationError(
            "'\(text)' is not a valid bucket length: use '15m', '1h', '1d', '1w' or '1mo'.")
    }
}
