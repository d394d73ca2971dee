import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// The commands for finding mistakes in a registry.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find routes and rules that probably do not do what you intended.",
        discussion: """
            EXAMPLES:
              routedb lint
              routedb lint routes.json
              routedb lint --fail-on warning --sarif lint.sarif
              routedb lint --only unreachable --only ambiguous --json
              routedb lint suppress ambiguous '#3' '#7' --reason 'The older one is right'
              routedb lint suppressions

            Finds routes that no URL reaches, pairs of routes whose order depends on
            registration only, names that differ only in case, rules that never apply, and
            more: Docs/lint.md describes each code. Every URL that lint shows was resolved
            to make sure.

            'routedb lint' is short for 'routedb lint run', whose help has the options.
            """,
        subcommands: [
            LintRunCommand.self, LintSuppressCommand.self, LintUnsuppressCommand.self,
            LintSuppressionsCommand.self,
        ], defaultSubcommand: LintRunCommand.self)

    @OptionGroup var global: GlobalOptions
}

extension LintCode {
    static let completion = CompletionKind.list(allCases.map(\.rawValue))

    /// Parses the value of the option.
    static func read(_ text: String) throws -> LintCode {
        if let code = LintCode(rawValue: text) { return code }
        let hint = NameSuggestion.hint(for: text, among: allCases.map(\.rawValue))
        throw ValidationError("Unknown code '\(text)'. \(hint)")
    }
}

/// The severity of findings from which the exit status is 1.
enum LintThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    /// The lowest such severity; `nil` for none.
    var severity: LintSeverity? { LintSeverity(rawValue: rawValue) }
}

/// Runs the lint checks.
struct LintRunCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Find routes and rules that probably do not do what you intended.",
        discussion: """
            EXAMPLES:
              routedb lint
              routedb lint routes.json
              routedb lint --namespace web --fail-on warning
              routedb lint --only unreachable --as-of release-1
              routedb lint --all --json
              routedb lint --sarif lint.sarif

            On a terminal, or with '--table', each finding comes with a URL that proves it
            and with commands that fix it. TSV fields: severity, code, namespace, routes,
            names, rule, URL, message and the first fix. '--sarif' writes SARIF 2.1.0,
            including suppressed findings. If the history has requests with kinds, such
            as methods, kinds of routes that no request has are found too. Exits with
            status 1 if a finding is at least as severe as '--fail-on'.

            A document stands alone, and needs no registry; with '--db' it is applied to
            that one first, as 'plan' does.
            """)

    @Argument(
        help: ArgumentHelp(
            "What to check (default: the registry): \(RegistryArgument.forms).",
            valueName: "state"), completion: .file(), transform: RegistryArgument.readNamed)
    var subject: RegistryArgument?

    @Option(
        name: .customLong("only"),
        help: ArgumentHelp("Report only this code; may be repeated.", valueName: "code"),
        completion: LintCode.completion, transform: LintCode.read)
    var codes: [LintCode] = []

    @Option(help: "Check only this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            "The lowest severity that fails: error, warning, note or never.",
            valueName: "severity"))
    var threshold = LintThreshold.error

    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp(
            "List at most this many findings for each code, and count the rest (0: all).",
            valueName: "number"))
    var limit = 200

    @Flag(help: "Include suppressed findings.")
    var all = false

    @OptionGroup var sarif: SarifOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
        try sarif.validate(list.listing, global)
    }

    func run(in context: CommandContext) async throws {
        let format = try list.listing.format(global, in: context)
        let subject = subject ?? .live
        let state = try await RegistryStates([subject], global, in: context)
            .state(subject, at: list.asOf.reference)
        let snapshot = state.snapshot
        var options = LintOptions(limit: limit)
        if !codes.isEmpty { options.codes = Set(codes) }
        options.namespace = try namespace.map { try snapshot.namespace(named: $0).id }
        options.requestKinds = await requestKinds(snapshot, in: context)
        let report = snapshot.lint(at: context.now(), options: options)
        if let severity = threshold.severity, report.has(severity) { context.setExitStatus(.no) }
        let names = SnapshotNames(snapshot)
        try sarif.write(SarifReport(report, names, of: state).object, in: context)
        try write(report, state, as: format, in: context)
        if report.isBounded {
            context.printNote("note: too many routes overlap to compare all of them")
        }
        if format == .table || format == .plain, !sarif.isOutput {
            context.printNote(LintText.summary(report, of: state))
        }
    }

    private func write(
        _ report: LintReport, _ state: RegistryState, as format: ListingFormat,
        in context: CommandContext
    ) throws {
        let names = SnapshotNames(state.snapshot)
        if sarif.isOutput { return }
        if format == .markdown, format.columns == nil {
            let markdown = LintMarkdown(report, names, all: all, of: state)
            for line in markdown.lines { try context.output.writeLine(line) }
        } else if format.isText {
            try LintText(report, names, showsAll: all, style: global.style(in: context))
                .write(to: context.output)
        } else {
            let head: JSONObject = ["revision": state.revisionJSON]
            try LintOutput.listing.rows(report.facts(names, all: all)).write(
                as: format, head: head.merging(report.head), to: context.output)
        }
    }

    /// The kinds of the requests in the history, if routes have kinds and the history can be read.
    private func requestKinds(
        _ snapshot: RegistrySnapshot, in context: CommandContext
    ) async -> Set<String> {
        // A file has nothing to do with the hits of the registry.
        guard subject?.revision != nil || subject == nil || history.history != nil,
            snapshot.routes.contains(where: { $0.kind != nil }),
            let history = try? await history.open(global, in: context)
        else { return [] }
        let kinds = try? await history.kinds(decidingIn: RoutingTable(snapshot))
        await history.close()
        return kinds ?? []
    }
}
