import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Writes resolutions and their plans in the requested format.
struct ResolutionAnswers {
    /// The writer of rows; `nil` for a block of text for each resolution.
    private let rows: RowWriter?
    private let format: ListingFormat
    private let style: TextStyle
    /// The presentation that overrides those of routes.
    private let presentation: RoutePresentation?
    /// The current screens.
    private let entries: [NavigationPlan.StackEntry]
    private let context: CommandContext

    /// Writes what comes before the answers.
    init(
        as kind: ListingFormat.Kind, _ style: TextStyle, covering presentation: RoutePresentation?,
        over entries: [NavigationPlan.StackEntry], in context: CommandContext
    ) throws {
        // An answer is never held back: JSON has an object for each.
        format = ListingFormat(kind == .json ? .ndjson : kind)
        rows =
            kind == .table
            ? nil
            : try RowWriter(
                ResolutionOutput.fieldNames, in: RowWriter.Frame(key: "resolutions"), as: format,
                to: context.output)
        self.style = style
        self.presentation = presentation
        self.entries = entries
        self.context = context
    }

    /// Writes one answer.
    func write(_ resolution: Resolution) throws(StreamError) {
        if resolution.outcome != .matched { context.setExitStatus(.no) }
        let facts = ResolutionOutput(resolution, covering: presentation, over: entries)
        guard let rows else {
            for line in facts.block(style) { try context.output.writeLine(line) }
            return
        }
        let fields = format == .ndjson ? [] : facts.fields
        try rows.write({ .text(Array(fields[$0].utf8)) }) { line in
            JSONWriter.append(.object(facts.object), to: &line)
        }
        if format != .ndjson, let error = facts.planError {
            context.printNote("note: no plan: \(PlainText.shown(error.message))")
        }
    }
}

/// Resolves URLs.
struct ResolveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolve URLs, or a route by its name.",
        discussion: """
            EXAMPLES:
              routedb resolve 'myapp://user/42?ref=mail'
              routedb resolve 'myapp://user/42' 'myapp://user/x' --json
              routedb resolve - --json < links.txt
              routedb resolve '/shop/shoes' --namespace web --default lang='"en"'
              routedb resolve 'myapp://user/42' --kind view --context user=7
              routedb resolve 'myapp://user/42' --as-of release-1
              routedb resolve --name pay --namespace cart --context sum=5
              routedb resolve 'myapp://user/42' --json --stack 'Main,User#42'
              routedb resolve 'myapp://admin' --as alice --role admin --context ip=10.0.0.1
              routedb resolve - --record --privacy 'email=drop' < links.txt

            '-' reads URLs from standard input, one per line, and skips empty lines. The
            results are in the order of the URLs; with '--json' there is one object per
            line. In JSON, 'plan' is the route's navigation plan, overridden by '--plan'.
            Exits with status 1 if any URL is unmatched, denied, challenged or invalid;
            'routedb acl check' explains why access is refused. With '--record' each URL is
            recorded as a hit in the history. TSV fields: URL, outcome, target, values or
            reason, and the URL and status of a redirect.
            """)

    @Argument(help: ArgumentHelp("The URLs; '-' is standard input.", valueName: "url"))
    var urls: [String] = []

    @Option(help: "Resolve the route of this name instead of URLs.")
    var name: String?

    @OptionGroup var defaults: RequestDefaultOptions

    @Option(
        help: ArgumentHelp(
            """
            A navigation plan that overrides that of the route: JSON, a file, or '-' for \
            standard input.
            """, valueName: "plan"),
        completion: .file(), transform: PlanArgument.init)
    var plan: PlanArgument?

    @Option(
        help: ArgumentHelp(
            """
            The screens on the stack, bottom first, such as 'Main,User#42', for plans that \
            return to one; may be repeated for those on top.
            """, valueName: "target#key,…"),
        transform: StackArgument.init)
    var stack: [StackArgument] = []

    @OptionGroup var options: RequestOptions

    @Flag(help: "Record each URL as a hit in the history.")
    var record = false

    @OptionGroup var history: HistoryOptions
    @OptionGroup var privacy: PrivacyOptions

    @OptionGroup var asOf: AsOfOption

    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            """
            The output format: table (several lines for each URL; the default on a terminal), tsv \
            (otherwise), csv, markdown, json or ndjson (an object for each URL).
            """, valueName: "format"),
        completion: .list(ListingFormat.Kind.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var format: ListingFormat.Kind?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if urls.isEmpty == (name == nil) {
            throw ValidationError(
                "Give one or more URLs, '-' to read them from standard input, or '--name'.")
        }
        if record, name != nil {
            throw ValidationError(
                "'--record' cannot be used with '--name': only URLs are recorded.")
        }
        if !record, !privacy.isEmpty {
            throw ValidationError("'--privacy' and '--privacy-keep' need '--record'.")
        }
        if let plan, plan.isStandardInput, urls.contains("-") {
            throw ValidationError("URLs and the plan cannot both be read from standard input.")
        }
    }

    func run(in context: CommandContext) async throws {
        let form = try AnswerOptions.form(format, global)
        let presentation = try plan?.presentationOfRequest(in: context)
        let registry = try await global.openForReading(
            sieve, hasTable: asOf.reference == nil, in: context)
        let table = try await asOf.table(of: registry, keptBy: sieve)
        if let namespace = options.namespace {
            let known = table.namespaces.map(\.name)
            guard known.contains(namespace) else {
                throw RouteDBError(
                    noNamespace: namespace, among: known,
                    kind: try await asOf.snapshot(of: registry).kind(named: namespace))
            }
        }
        let answers = try ResolutionAnswers(
            as: form.kind ?? (context.output.isTerminal ? .table : .plain),
            global.style(in: context), covering: presentation, over: stack.flatMap(\.entries),
            in: context)
        guard record else {
            try resolve(by: answers, table, nil, in: context)
            return
        }
        let recorder = try recorder(in: context)
        do {
            try resolve(by: answers, table, recorder, in: context)
            try await recorder.flush()
        } catch {
            await recorder.shutdown()
            throw error
        }
        await recorder.shutdown()
    }

    /// The choice of the routes that may answer; `nil` if the URLs are not known yet.
    private var sieve: RouteSieve? {
        if let name { return .name(name) }
        return urls.contains("-") ? nil : .patterns(RoutePrefilter(urls))
    }

    private func recorder(in context: CommandContext) throws -> HitRecorder {
        var recording = HitRecorder.Options(privacy: try privacy.rules(in: context))
        // With recording requested, every line must be recorded.
        recording.overflow = .block(atMost: .seconds(60))
        recording.busyTimeout = context.busyTimeout
        recording.now = context.now
        return HitRecorder(
            history: history.path(global, in: context), registry: global.path(in: context),
            options: recording)
    }

    /// Resolves requests and writes the answers, one after the other.
    private func resolve(
        by answers: ResolutionAnswers, _ table: RoutingTable, _ recorder: HitRecorder?,
        in context: CommandContext
    ) throws {
        func write(_ request: ResolutionRequest) throws {
            let resolution = table.resolve(completed(request, in: context))
            recorder?.record(resolution)
            try answers.write(resolution)
        }
        if let name { try write(ResolutionRequest(named: name)) }
        for url in urls {
            guard url == "-" else {
                try write(ResolutionRequest(url))
                continue
            }
            context.interruption.watch()
            while let line = try context.input.readLine(limit: InputLimits.url) {
                try context.interruption.check()
                guard !line.bytes.isEmpty else { continue }
                if line.isTooLong {
                    // The line is answered too, so that there is an answer for each line.
                    context.printNote(
                        "error: standard input, line \(line.number): The line is longer than"
                            + " \(InputLimits.url) bytes, so it is not a valid URL.")
                }
                try write(ResolutionRequest(utf8: line.bytes))
                // A process that waits for each answer must get it at once.
                if !context.input.hasBufferedLine { try context.output.flush() }
            }
        }
    }

    /// Returns a request completed with the options.
    private func completed(
        _ request: ResolutionRequest, in context: CommandContext
    ) -> ResolutionRequest {
        var request = options.completed(request, in: context)
        request.defaults = defaults.values
        return request
    }
}
