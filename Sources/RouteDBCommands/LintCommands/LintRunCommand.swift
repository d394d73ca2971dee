import ArgumentParser
import RouteDB
import RouteDBInsight

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
              routedb lint --namespace web --fail-on warning
              routedb lint --code unreachable --as-of release-1
              routedb lint --all --json
              routedb lint --sarif > lint.sarif

            On a terminal, or with '--table', each finding comes with a URL that proves it
            and with commands that fix it. TSV fields: severity, code, namespace, routes,
            names, rule, URL, message and the first fix. '--sarif' writes SARIF 2.1.0,
            including suppressed findings. Exits with status 1 if a finding is at least as
            severe as '--fail-on'.
            """)

    @Option(
        name: .customLong("code"),
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

    @Flag(help: "Write SARIF 2.1.0.")
    var sarif = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
        if sarif && listing.isChosen(global) {
            throw ValidationError("'--sarif' cannot be combined with another output format.")
        }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        await registry.close()
        var options = LintOptions(limit: limit)
        if !codes.isEmpty { options.codes = Set(codes) }
        options.namespace = try namespace.map { try snapshot.namespace(named: $0).id }
        let report = snapshot.lint(at: context.currentTimeMicroseconds(), options: options)
        if let severity = threshold.severity, report.has(severity) { context.conclude(.no) }
        let names = LintNames(snapshot)
        if sarif {
            let text = SarifReport(report, names, path: global.path(in: context)).object
            try context.output.writeLine(text.description)
        } else if format.isText {
            try LintText(report, names, showsAll: all, style: style(in: context))
                .write(to: context.output)
        } else {
            try list(report, names, as: format, in: context)
        }
        if report.isBounded {
            context.notify("note: too many routes overlap to compare all of them")
        }
        if format == .table || format == .plain, !sarif { context.notify(LintText.summary(report)) }
    }

    private func style(in context: CommandContext) -> TextStyle {
        TextStyle(isTerminal: context.output.isTerminal, noColor: global.noColor, in: context)
    }

    private func list(
        _ report: LintReport, _ names: LintNames, as format: ListingFormat,
        in context: CommandContext
    ) throws {
        var facts = report.findings.map { LintFacts($0, names) }
        if all { facts += report.suppressed.map { LintFacts($0.finding, names, $0.suppression) } }
        let counts = report.counts.map { count -> JSONValue in
            [
                "code": .string(count.code.rawValue), "found": .int(Int64(count.found)),
                "suppressed": .int(Int64(count.suppressed)),
            ]
        }
        try LintFacts.listing.write(
            facts, as: format,
            head: [
                "revision": .int(report.revision), "counts": .array(counts),
                "bounded": .bool(report.isBounded),
            ], to: context.output)
    }
}
