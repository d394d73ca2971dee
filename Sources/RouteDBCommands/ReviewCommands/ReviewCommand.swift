import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal
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

            '--format markdown' writes a page for a pull request, '--json' everything.

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

    @OptionGroup var answer: AnswerOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var sarif: SarifOption

    @Option(
        help: ArgumentHelp(
            "Write the results of the route tests to this file as JUnit XML, for CI servers.",
            valueName: "file"),
        completion: .file())
    var junit: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let inputs = [base.name, head.name, config] + traffic.paths.map { .some($0) }
        guard inputs.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one input can be standard input.")
        }
        for (option, path) in [("output", output), ("junit", junit)]
        where path == "" {
            throw ValidationError("The path after '--\(option)' is empty.")
        }
        guard [output ?? "-", sarif.path, junit].count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one of the files can be standard output.")
        }
    }

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let gates = try ReviewGates.read(config, in: context)
        let states = try await RegistryStates([base, head], global, in: context)
            .comparison(base, head)
        for note in states.plan.notes { context.printNote("note: \(note)") }
        let review = try await review(states, gates, in: context)
        try write(review, as: form, in: context)
        try sarif.write(Self.sarif(of: states.new, in: context), in: context)
        if let junit {
            try JUnitReport.write(review.tests, of: states.new, to: junit, in: context)
        }
        for line in review.replay?.notes ?? [] { context.printNote("note: \(line)") }
        // The text ends with the verdict.
        if !form.isText || output ?? "-" != "-" { context.printNote(review.verdict) }
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
        let now = context.now()
        let report = try await traffic.replay(states.plan, in: context)
        let accepted = ReviewedAcceptances(gates.accepted, in: report, at: now)
        let (before, after) = (states.plan.before, states.plan.after)
        let replay = accepted.report.map { report in
            ReplayOutput(
                report: report, old: states.old, new: states.new,
                failures: gates.replay.failures(of: report),
                notes: ReplayNotes.lines(before, after), sample: 1, limit: MarkdownTable.top)
        }
        let run = RouteTestRun(after, time: now)
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

    private func write(
        _ review: Review, as form: AnswerForm, in context: CommandContext
    ) throws {
        guard let output, output != "-" else {
            let style = global.style(in: context)
            return try Self.write(review, as: form, style, to: context.output)
        }
        let style = TextStyle(isTerminal: false, noColor: true, in: context)
        try OutputFile.write(to: output, within: nil) { writer in
            try Self.write(review, as: form, style, to: writer)
        }
    }

    private static func write(
        _ review: Review, as form: AnswerForm, _ style: TextStyle, to output: OutputWriter
    ) throws {
        guard form.kind == .markdown else {
            let text = ReviewText(review: review, style: style)
            return try form.write(review.object, orLines: text.lines, to: output)
        }
        for line in ReviewMarkdown(review: review).lines { try output.writeLine(line) }
    }

    /// Returns what `lint` would write about a state.
    private static func sarif(
        of state: RegistryState, in context: CommandContext
    ) -> JSONObject {
        let report = state.snapshot.lint(at: context.now())
        return SarifReport(report, SnapshotNames(state.snapshot), of: state).object
    }
}

/// The options for the traffic of a review.
struct ReviewTrafficOptions: ParsableArguments {
    @Option(
        name: .customLong("traffic"),
        help: ArgumentHelp(
            """
            A log (may be gzipped) or a history whose hits are replayed, or '-' for a log on \
            standard input; may be repeated for logs, and be a pattern such as 'logs/*.gz'.
            """, valueName: "hits"),
        completion: .file())
    var paths: [String] = []

    @OptionGroup var window: WindowOptions
    @OptionGroup var clients: BotsOption
    @OptionGroup var log: LogFormatOptions

    /// Replays the traffic against both states of a plan; `nil` if there is none.
    func replay(_ plan: RegistryPlan, in context: CommandContext) async throws -> ReplayReport? {
        guard !paths.isEmpty else { return nil }
        var options = ReplayOptions()
        let period = try window.period(in: context)
        (options.since, options.until) = (period.since, period.until)
        options.areBots = clients.areBots
        options.jobs = Processors.count
        options.isOneRegistry = true
        options.standInForConverters(of: [plan.before, plan.after])
        let source = try ReplaySourceOptions.source(at: paths, log, in: context)
        return try await Replay(from: plan.before, to: plan.after, options: options)
            .run(source, in: context)
    }
}
