import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTraffic

/// Reviews a change: differences, lint, route tests and replayed traffic in one page.
struct ReviewCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Review a change by every check, in one page with one exit status.",
        discussion: """
            EXAMPLES:
              routedb review --base main.json --head routes.json
              routedb review --base main.json --head routes.json --traffic access.log.gz
              routedb review --base @live --head routes.json --format markdown -o page.md
              routedb review --base main.json --head routes.json --config ci/routedb.json
              routedb review --base main.json --head routes.json --sarif lint.sarif

            Compares the two states as 'diff' does, lints both and shows the findings that
            only '--head' has, runs its route tests, and replays '--traffic' against both:
            '--base' with the changes made, as 'apply' would make them.

            Gates are read from 'routedb.json' in the working directory, or from
            '--config': Docs/reviewing.md has its keys. Without it, a review fails if there
            are new errors of lint, if a route test fails, or if a hit resolves
            differently.

            Exits with status 1 if a gate fails, and with status 2 if the traffic shows
            nothing, as 'replay' does.
            """)

    @Option(
        help: ArgumentHelp(
            "The state before the change: \(RegistryArgument.forms).", valueName: "state"),
        completion: .file(), transform: RegistryArgument.read)
    var base: RegistryArgument

    @Option(
        help: ArgumentHelp("The state after the change.", valueName: "state"),
        completion: .file(), transform: RegistryArgument.read)
    var head: RegistryArgument

    @Option(
        help: ArgumentHelp(
            "The file with the gates (default: routedb.json, if it exists).", valueName: "file"),
        completion: .file())
    var config: String?

    @OptionGroup(title: "Traffic") var traffic: ReviewTrafficOptions

    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            "The output format: text (the default), markdown or json.", valueName: "format"),
        completion: .list(Format.allCases.map(\.rawValue)), transform: EnumArgument.read)
    var format: Format?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Also write the findings of '--head' to this file, as SARIF 2.1.0.", valueName: "file"),
        completion: .file())
    var sarif: String?

    @Option(
        help: ArgumentHelp(
            "Also write the results of the route tests to this file, as JUnit XML.",
            valueName: "file"),
        completion: .file())
    var junit: String?

    @OptionGroup var global: GlobalOptions

    /// The formats of a review.
    enum Format: String, CaseIterable {
        case text
        case markdown
        case json
    }

    func validate() throws {
        let inputs = [base.name, head.name, traffic.path, config]
        guard inputs.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one input can be standard input.")
        }
        for (option, path) in [("output", output), ("sarif", sarif), ("junit", junit)]
        where path == "" {
            throw ValidationError("The path after '--\(option)' is empty.")
        }
        guard [output ?? "-", sarif, junit].count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one of the files can be standard output.")
        }
        guard format == nil || format == .json || !global.json else {
            throw ValidationError("Use only one of '--format' and '--json'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let gates = try ReviewGates.read(config, in: context)
        let states = try await RegistryStates([base, head], global, in: context)
            .comparison(base, head)
        for note in states.plan.notes { context.printNote("note: \(note)") }
        let review = try await review(states, gates, in: context)
        try write(review, in: context)
        if let sarif { try write(states.new, asSARIFTo: sarif, in: context) }
        if let junit {
            try JUnitReport.write(review.tests, of: states.new, to: junit, in: context)
        }
        for line in review.replay?.notes ?? [] { context.printNote("note: \(line)") }
        context.printNote(PlainText.shown(review.verdict))
        if !review.failures.isEmpty { context.setExitStatus(.no) }
        if review.replay?.report.isComplete == false { context.setExitStatus(.interrupted) }
        try ReplayGateOptions.requireEvidence(review.shortage)
    }
}

// MARK: Checks

extension ReviewCommand {
    private func review(
        _ states: ComparedStates, _ gates: ReviewGates, in context: CommandContext
    ) async throws -> Review {
        let now = context.currentTimeMicroseconds()
        let report = try await traffic.replay(states.plan, in: context)
        let accepted = ReviewedAcceptances(
            gates.accepted, in: report, at: Timestamp(microseconds: now))
        let (before, after) = (states.plan.before, states.plan.after)
        let replay = accepted.report.map { report in
            ReplayOutput(
                report: report, old: states.old, new: states.new,
                failures: gates.replay.failures(of: report),
                notes: ReplayNotes.lines(before, after), sample: 1, limit: MarkdownTable.top)
        }
        let run = RouteTestRun(after, timeMicroseconds: now)
        var tests: [TestOutput] = []
        for tested in TestedCase.stored(in: after) {
            try context.interruption.check()
            let result = run.result(of: tested.content)
            tests.append(TestOutput(tested: tested, result: result, place: nil))
        }
        return Review(
            states: states, findings: ReviewedFindings(states.plan, at: now), tests: tests,
            replay: replay, accepted: accepted, gates: gates)
    }

    private func write(_ review: Review, in context: CommandContext) throws {
        guard let output, output != "-" else {
            let style = global.style(in: context)
            return try write(review, style, to: context.output)
        }
        let style = TextStyle(isTerminal: false, noColor: true, in: context)
        try OutputFile.write(to: output, within: nil) { try write(review, style, to: $0) }
    }

    private func write(
        _ review: Review, _ style: TextStyle, to output: OutputWriter
    ) throws {
        let lines =
            switch format ?? (global.json ? .json : .text) {
            case .text: ReviewText(review: review, style: style).lines
            case .markdown: ReviewMarkdown(review: review).lines
            case .json: [review.object.description]
            }
        for line in lines { try output.writeLine(line) }
    }

    private func write(
        _ state: RegistryState, asSARIFTo path: String, in context: CommandContext
    ) throws {
        let snapshot = state.snapshot
        let report = snapshot.lint(at: context.currentTimeMicroseconds())
        let log = SarifReport(report, SnapshotNames(snapshot), of: state).object
        guard path != "-" else { return try context.output.writeLine(log.description) }
        try OutputFile.write(to: path, within: nil) { try $0.writeLine(log.description) }
    }
}

/// The options for the traffic of a review.
struct ReviewTrafficOptions: ParsableArguments {
    @Option(
        name: .customLong("traffic"),
        help: ArgumentHelp(
            "A log (may be gzipped) or a history whose hits are replayed, or '-' for a log on standard input.",
            valueName: "hits"),
        completion: .file())
    var path: String?

    @OptionGroup var window: WindowOptions
    @OptionGroup var clients: BotsOption
    @OptionGroup var log: LogFormatOptions

    /// Replays the traffic against both states of a plan; `nil` if there is none.
    func replay(_ plan: RegistryPlan, in context: CommandContext) async throws -> ReplayReport? {
        guard let path else { return nil }
        var options = ReplayOptions()
        let period = try window.period(in: context)
        (options.since, options.until) = (period.since, period.until)
        options.areBots = clients.areBots
        options.jobs = Processors.count
        options.isOneRegistry = true
        options.standInForConverters(of: [plan.before, plan.after])
        let source = try ReplaySourceOptions.source(at: path, log, in: context)
        return try await Replay(from: plan.before, to: plan.after, options: options)
            .run(source, in: context)
    }
}
