import ArgumentParser
import RouteDB
import RouteDBPages
import RouteDBTerminal
import RouteDBTraffic

/// Writes a report on the traffic as a page of HTML.
struct ReportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report on the hits as one file of HTML, to read, print or send.",
        discussion: """
            EXAMPLES:
              routedb report -o report.html --since 7d --compare previous
              routedb report -o april.html --since 2026-04-01 --until 2026-05-01
              routedb report --since 30d --namespace web --tz Europe/Berlin > report.html

            The page says first what to fix and what changed, with the command for each.
            Then it shows hits over time, outcomes, the top routes and targets, URLs that
            found nothing with suggested routes, routes without hits, durations,
            parameters and the revisions of the period. It has no script and loads nothing.
            Equal hits, revisions and options give equal bytes.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var window: WindowOptions

    @Option(
        help: ArgumentHelp(
            "The time zone, such as 'Europe/Berlin' or '+02:00' (default: UTC).", valueName: "zone")
    )
    var tz: String?

    @Option(help: "Only hits of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @OptionGroup var clients: BotsOption

    @Option(help: "Compare with the preceding window of the same length: 'previous'.")
    var compare: StatsOptions.Comparison?

    @OptionGroup var regrouping: RegroupingOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        _ = try tz.map(CheckedArgument.reading(ZoneRules.read))
        if output == "" { throw ValidationError("The path after '--output' is empty.") }
    }

    func run(in context: CommandContext) async throws {
        let zone = try tz.map(ZoneRules.read) ?? .utc
        let period = try window.period(in: context, zone: zone, isCompared: compare != nil)
        let registry = try await global.openForReading(in: context)
        let hits = try await history.open(global, in: context)
        let request = try request(
            on: period, zone, try await regrouping.snapshot(of: registry), in: context)
        let report = try await TrafficReport(request, of: registry, hits)
        let html = ReportPage(report, command: command(for: request)).html
        await hits.close()
        guard let output, output != "-" else { return try context.output.write(html) }
        try OutputFile.write(to: output, within: nil) { try $0.write(html) }
        context.printNote("wrote '\(PlainText.shown(output))'")
    }
}

extension ReportCommand {
    private func request(
        on period: ReportPeriod, _ zone: ZoneRules, _ snapshot: RegistrySnapshot,
        in context: CommandContext
    ) throws -> TrafficReport.Request {
        let query = try AnalysisQuery(
            period, namespace: namespace, bots: clients.bots, regroups: regrouping.asOf != nil,
            in: snapshot)
        let path = WorkingCopy.current?.hub ?? global.path(in: context)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return TrafficReport.Request(
            query, title: name, zone: PageZone(tz ?? "UTC", zone),
            commands: ReportCommandLine(
                registry: global.database, hub: global.hub, history: history.history,
                namespace: namespace, zone: tz))
    }

    /// The command line with the times that the options stand for, so that it gives the same
    /// report tomorrow.
    private func command(for request: TrafficReport.Request) -> String {
        request.commands.line(
            ["report"] + (output.map { ["-o", $0] } ?? []), of: request.query)
    }
}
