import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Runs route tests, or records them from past hits.
struct TestRunCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run route tests, or record them from past hits.",
        discussion: """
            EXAMPLES:
              routedb test cases.ndjson
              routedb test routes.json
              routedb test --all --only checkout --as-of release-1
              routedb test cases.ndjson --against routes.json
              routedb test --all --fail-under 80 --fail-under rules=100
              routedb test cases.ndjson --tap | tappy
              routedb test --record --since 7d --per-route 3 --store

            TSV fields: result, label of the case, its name, URL or route, differences.

            The word 'run' may be omitted. Exits with status 1 if a case fails or coverage
            is too low. Cases without a time are resolved at the time of '--at', or now.

            A document or a registry in place of a file of cases is tested with its own
            cases. A document stands alone; with '--db' it is applied to that registry
            first, as 'plan' does.

            '--record' writes cases instead, made from hits in the history: a few for each
            route and outcome, chosen by a hash of URL and principal. They expect the
            current results.
            """)

    @Argument(
        help: ArgumentHelp(
            "A file with one case per line, or '-'; or a document or registry with cases.",
            valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Run the cases stored in the registry.")
    var all = false

    @Option(
        help: ArgumentHelp("Only cases whose name or URL contains this text.", valueName: "text"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Test this registry or document instead; '--all' runs the cases of the current one.",
            valueName: "state"),
        completion: .file(), transform: RegistryArgument.read)
    var against: RegistryArgument?

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "The time of cases without one, such as '2026-01-31T09:30:00Z'.", valueName: "time"),
        transform: TimeArgument.read)
    var time: Timestamp?

    @OptionGroup var asOf: AsOfOption

    @Flag(help: "Report the coverage of routes, typed parameters and access rules.")
    var coverage = false

    @Option(
        name: .customLong("fail-under"),
        help: ArgumentHelp(
            "Fail if coverage is lower: '80' percent of each part, or 'routes=80'.",
            valueName: "percentage"),
        transform: CoverageBound.init)
    var bounds: [CoverageBound] = []

    @Option(
        help: ArgumentHelp(
            "Write the results to this file as JUnit XML, for CI servers.", valueName: "file"),
        completion: .file())
    var junit: String?

    @Flag(help: "Write results as TAP 14 (Test Anything Protocol).")
    var tap = false

    @OptionGroup var listing: ListingOptions
    @OptionGroup(title: "Recording") var recording: RecordOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let sources = [file != nil, all, recording.record].count { $0 }
        guard sources == 1 else {
            throw ValidationError(
                "Give a file with cases, '--all' for those of the registry, or '--record'.")
        }
        if tap && listing.isChosen(global) {
            throw ValidationError("'--tap' cannot be combined with another output format.")
        }
        if recording.record, listing.kind != nil || listing.csv || !listing.columns.isEmpty {
            throw ValidationError("'--record' writes cases as NDJSON: leave out '--format'.")
        }
        try recording.check()
    }

    func run(in context: CommandContext) async throws {
        guard !recording.record else {
            return try await recording.run(
                asOf: asOf, at: time, global, in: context)
        }
        // Without a form the failed cases are told as text, also in a pipe.
        let isText = !listing.isChosen(global) && listing.columns.isEmpty
        let format = isText ? ListingFormat.table : try listing.format(global, in: context)
        let own = try file.flatMap { try RegistryArgument.state(in: $0, context) }
        let subject = against ?? own ?? .live
        let state = try await RegistryStates([subject], global, in: context)
            .state(subject, at: asOf.reference)
        let snapshot = state.snapshot
        var ownState = own == subject ? state : nil
        if let own, own != subject {
            ownState = try await RegistryStates([own], global, in: context).state(own)
        }
        let cases = try await cases(of: ownState, in: context)
        let now = time ?? context.now()
        let run = RouteTestRun(snapshot, time: now)
        var collector = coverage || !bounds.isEmpty ? CoverageCollector(snapshot) : nil
        let place = state.registry.map { self.place($0) }
        var facts: [TestOutput] = []
        context.interruption.watch()
        for tested in cases {
            try context.interruption.check()
            let result = run.result(of: tested.content)
            collector?.add(result)
            facts.append(TestOutput(tested: tested, result: result, place: place))
        }
        let covered = collector.map { CoverageOutput(coverage: $0.coverage, snapshot: snapshot) }
        if facts.contains(where: { !$0.result.isPassed }) { context.setExitStatus(.no) }
        if run.asksForTime { noteTime(now, of: facts, in: context) }
        if let junit { try JUnitReport.write(facts, of: state, to: junit, in: context) }
        try write(facts, covered, snapshot, now, as: format, in: context)
        if let covered { judge(covered, in: context) }
    }

    /// Returns the options that select a registry that is tested, as `explain` takes them.
    private func place(_ registry: String) -> [(option: String, text: String)] {
        let isOther = against.map { $0.revision == nil } ?? (file == registry)
        let revision = against == .live ? nil : against?.revision
        return [
            ("--at", time?.description),
            ("--as-of", (revision ?? asOf.reference)?.description),
            ("--db", isOther ? registry : global.database),
        ].compactMap { option, text in text.map { (option, $0) } }
    }

    private func cases(
        of own: RegistryState?, in context: CommandContext
    ) async throws -> [TestedCase] {
        var cases: [TestedCase]
        if let own {
            cases = TestedCase.stored(in: own.snapshot)
        } else if let file {
            cases = try TestedCase.read(from: file, in: context)
        } else {
            let registry = try await global.openForReading(in: context)
            cases = TestedCase.stored(in: try await registry.snapshot())
            await registry.close()
        }
        guard !cases.isEmpty else {
            throw CommandFailure(
                "noCases", "No cases to run.",
                hint: all
                    ? "Store some with `routedb test add` or `routedb test --record --store`."
                    : own != nil
                        ? "A document has them under 'cases', as an export of the registry does."
                        : "Write a case on each line: see `routedb test --help`.")
        }
        guard !only.isEmpty else { return cases }
        cases = cases.filter { tested in only.contains { tested.contains($0) } }
        guard !cases.isEmpty else {
            throw CommandFailure("noCases", "No case has this text in its name or URL.")
        }
        return cases
    }

    /// Prints a note if the answers to some cases depend on the time.
    private func noteTime(_ now: Timestamp, of facts: [TestOutput], in context: CommandContext) {
        guard time == nil else { return }
        let count = facts.count { $0.tested.content.request.time == nil }
        guard count > 0 else { return }
        context.printNote(
            "note: access rules depend on the time, and"
                + " \(NumberText.counted(count, "case does", "cases do")) not set it: tested as of"
                + " \(now); '--at' sets it")
    }

    private func write(
        _ facts: [TestOutput], _ covered: CoverageOutput?, _ snapshot: RegistrySnapshot,
        _ now: Timestamp, as format: ListingFormat, in context: CommandContext
    ) throws {
        let failed = facts.count { !$0.result.isPassed }
        if tap {
            for line in TapReport.lines(facts) { try context.output.writeLine(line) }
            for line in covered?.lines ?? [] { try context.output.writeLine("# \(line)") }
            return
        }
        if format == .markdown, format.columns == nil {
            let markdown = TestMarkdown(facts: facts, coverage: covered)
            for line in markdown.lines { try context.output.writeLine(line) }
            return
        }
        guard format.isText else {
            let head: JSONObject = [
                "revision": .int(snapshot.revision),
                "time": .string(now.description),
                "passed": .int(Int64(facts.count - failed)), "failed": .int(Int64(failed)),
                "coverage": covered.map { .object($0.object) } ?? .null,
            ]
            return try TestOutput.listing.write(
                facts, as: format, head: head, to: context.output)
        }
        guard junit != "-" else { return }
        let style = global.style(in: context)
        for facts in facts where !facts.result.isPassed {
            for line in facts.block(style) { try context.output.writeLine(line) }
        }
        for line in covered?.lines ?? [] { try context.output.writeLine(line) }
        let summary = TestOutput.summary(facts)
        try context.output.writeLine(failed == 0 ? style.good(summary) : style.bad(summary))
    }

    /// Fails if the coverage is too low.
    private func judge(_ covered: CoverageOutput, in context: CommandContext) {
        for bound in bounds {
            for part in bound.misses(in: covered.coverage) {
                context.setExitStatus(.no)
                context.printError(
                    "coverage of \(part.rawValue) is \(covered.percentage(of: part))%, below"
                        + " \(bound.percentage)%")
            }
        }
    }
}
