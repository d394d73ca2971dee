import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal
import RouteDBTraffic

/// The options for making test cases from past hits.
struct RecordOptions: ParsableArguments {
    @Flag(help: "Write test cases made from hits in the history.")
    var record = false

    @OptionGroup var window: WindowOptions
    @OptionGroup var clients: BotsOption

    @Option(
        name: .customLong("per-route"),
        help: ArgumentHelp(
            "The maximum number of cases for each route and outcome.", valueName: "number"))
    var perRoute = 3

    @Flag(help: "Store the cases in the registry.")
    var store = false

    @OptionGroup var history: HistoryOptions
    @OptionGroup var write: WriteOptions

    /// Rejects values that have no meaning.
    func check() throws {
        if perRoute < 1 { throw ValidationError("'--per-route' must be at least 1.") }
        if store && !record { throw ValidationError("'--store' needs '--record'.") }
        let isChosen = window.since != nil || window.until != nil || clients.areBots != nil
        if isChosen && !record {
            throw ValidationError("'--since', '--until' and '--bots' need '--record'.")
        }
    }

    /// Makes cases, and writes or stores them.
    func run(
        asOf: AsOfOption, at time: Timestamp?, _ global: GlobalOptions, in context: CommandContext
    ) async throws {
        let period = try window.period(in: context)
        let history = try await history.open(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        await registry.close()
        var recorder = CaseRecorder(snapshot, perRoute: perRoute, time: time ?? context.now())
        context.interruption.watch()
        let requests = HitRequests(RoutingTable(snapshot))
        let names = AttributeNames(
            snapshot.accessRules,
            variants: snapshot.routes.flatMap { $0.redirect?.variants ?? [] })
        var lacking: Int64 = 0
        let selection = HitSelection(
            since: period.since, until: period.until, areBots: clients.areBots)
        for try await hit in history.hits(selection) {
            try context.interruption.check()
            if !names.areKnown(in: hit.attributes) { lacking += 1 }
            recorder.add(requests.request(of: hit), time: hit.time)
        }
        await history.close()
        note(recorder, lacking: lacking, in: context)
        let cases = recorder.cases
        guard store else {
            for content in cases { try context.output.writeLine(content.json.description) }
            return
        }
        let tested = cases.map { TestedCase(content: $0, label: $0.request.url) }
        try await context.edit(write, global, source: "test record") { editor in
            CommandEdit("cases", try tested.map { try $0.store(with: editor, replacing: false) })
        }
    }

    private func note(
        _ recorder: CaseRecorder, lacking: Int64, in context: CommandContext
    ) {
        let cases = NumberText.counted(recorder.cases.count, "case")
        context.printNote("\(cases) of \(NumberText.hits(Int64(recorder.hitCount)))")
        if recorder.unwritableCount > 0 {
            context.printNote(
                "note: skipped \(NumberText.hits(Int64(recorder.unwritableCount))) whose URL is not UTF-8"
            )
        }
        if lacking > 0 {
            context.printNote(
                "note: \(NumberText.hits(lacking)) lack roles, claims or context that access rules"
                    + " read: their cases have none")
        }
    }
}
