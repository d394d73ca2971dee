import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Replays hits against two states of a registry.
struct ReplayCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Show how a change would have affected past traffic.",
        discussion: """
            EXAMPLES:
              routedb replay --head candidate.db
              routedb replay --base @12 --since 7d
              routedb replay access.log.gz --head routes.json
              routedb replay 'logs/*.gz' access.log --head candidate.db
              routedb replay --base v1 --fail-on now-unmatched,other-decision
              routedb replay --head candidate.db --max-changed 0.1% -f markdown
              routedb replay --head candidate.db --write-accept reviewed.json
              routedb replay --head candidate.db --accept reviewed.json --json
              routedb replay --app-links old-aasa.json new-aasa.json --since 30d
              routedb replay --app-links old.json new.json --manifest AndroidManifest.xml

            '--base' and '--head' are '@live', a revision ('@12', a tag, a time), another
            registry file, a document as for 'apply', or the address of a service or hub.
            Beside a revision, or with '--db', a document is applied to the registry as
            'plan' does; two documents stand alone.
            Each hit is resolved against both, with its URL, kind, time and principal, and
            the roles, claims and context values that access rules read when it was
            recorded. A note counts the hits that lack one which a rule reads now.

            Redirects are followed to their end. Differences are classified as
            now-unmatched, newly-matched, other-outcome, or one or more of other-route,
            other-target, other-redirect, other-values, other-decision, other-plan. If a
            caller ends at the same target with the same values, or at the same URL of
            another site, the class is same-destination. Routes are paired by id within one
            registry, else by name, else by pattern.

            With '--app-links', two files that open an app for links are compared instead:
            apple-app-site-association, assetlinks.json or manifests. Hits on links that
            open the app now and would stay in the browser are now-closed, those that would
            open it newly-opened, in groups by the component that decides and the route.
            With '--manifest', a link opens the app if the manifest takes it too.

            Exits with status 1 if there are differences that were not accepted, or, with
            '--fail-on' or '--max-changed', if these limits are exceeded. Exits with status
            2 if no hit, or fewer than '--min-hits', matches a route before or after.
            Log lines without a URL are counted, and do not affect the status. If the
            replay is interrupted, it reports the hits replayed so far and exits with
            status 130.

            TSV fields: classes, hits, share, old and new outcome, old and new route, first
            and last time, whether it is accepted, and a URL. With '--ndjson' each hit that
            differs is a line.
            """)

    @Option(
        help: ArgumentHelp("The registry to compare with.", valueName: "registry"),
        completion: .file(), transform: RegistryArgument.read)
    var base = RegistryArgument.live

    @Option(
        help: ArgumentHelp("The changed registry.", valueName: "registry"),
        completion: .file(), transform: RegistryArgument.read)
    var head = RegistryArgument.live

    @OptionGroup(title: "App links") var links: ReplayLinkOptions
    @OptionGroup(title: "Hits") var source: ReplaySourceOptions
    @OptionGroup(title: "Hits") var window: WindowOptions
    @OptionGroup(title: "Hits") var clients: BotsOption

    @Option(
        help: "Only hits resolved in this namespace, before or after.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        name: .customLong("resolve-in"),
        help: ArgumentHelp(
            "The namespace to search first, regardless of bindings.", valueName: "name"),
        completion: NameCompletion.namespaces)
    var requestNamespace: String?

    @Option(
        help: ArgumentHelp(
            "Replay a sample of the hits, such as '10%' or '0.1'; always the same one.",
            valueName: "part"), transform: ShareArgument.part)
    var sample = 1.0

    @OptionGroup(title: "Verdict") var gate: ReplayGateOptions

    @Option(
        help: ArgumentHelp("The number of threads (default: one per core).", valueName: "number"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp("The maximum number of example URLs in each group.", valueName: "number")
    )
    var examples = 3

    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp(
            "The maximum number of groups in tables and Markdown (default: 50 and 10; 0: all).",
            valueName: "number"))
    var limit: Int?

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard links.files.isEmpty else { return try validateAppLinks() }
        guard base != head else {
            throw ValidationError(
                "'--base' and '--head' are both \(base.name): give at least one of them.")
        }
        guard jobs.map({ 1...64 ~= $0 }) ?? true else {
            throw ValidationError("'--jobs' must be between 1 and 64.")
        }
        guard 0...100 ~= examples, limit ?? 0 >= 0 else {
            throw ValidationError(
                "'--examples' must be between 0 and 100, and '--limit' cannot be negative.")
        }
        let inputs = [base.name, head.name] + source.paths + gate.accepted
        guard inputs.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one input can be standard input.")
        }
    }

    func run(in context: CommandContext) async throws {
        guard links.files.isEmpty else { return try await runAppLinks(in: context) }
        let format = try listing.format(global, in: context)
        let accepted = try gate.changes(in: context)
        let states = try await RegistryStates([base, head], global, in: context).states(
            base, head, for: try source.source(global, in: context), try options(in: context))
        try check(states.old.snapshot, states.new.snapshot)
        let notes = ReplayNotes.lines(states.old.snapshot, states.new.snapshot)
        for note in notes { context.printNote("note: \(note)") }
        let replay = Replay(
            from: states.old.snapshot, to: states.new.snapshot,
            options: try options(states, in: context))
        var report = try await run(replay, states.source, as: format, in: context)
        if let accepted { report = report.accepting(accepted) }
        try gate.write(report, within: FileLimit(of: global.path(in: context)))
        let facts = ReplayOutput(
            report: report, old: states.old, new: states.new,
            failures: gate.criteria.failures(of: report),
            notes: notes, sample: sample, limit: limit?.asLimit)
        try facts.write(as: format, global.style(in: context), to: context.output)
        for line in facts.diagnostics(of: format) { context.printNote(line) }
        if !facts.failures.isEmpty { context.setExitStatus(.no) }
        if !report.isComplete { context.setExitStatus(.interrupted) }
        try ReplayGateOptions.requireEvidence(gate.criteria.shortage(of: report))
    }

    private func run(
        _ replay: Replay, _ source: ReplaySource, as format: ListingFormat,
        in context: CommandContext
    ) async throws -> ReplayReport {
        let output = context.output
        let receive: @Sendable (ReplayDifference) throws -> Void = { difference in
            try output.writeLine(difference.object.description)
        }
        return try await replay.run(
            source, in: context, receiving: format == .ndjson ? receive : nil)
    }

    /// The options for which hits are read.
    func options(in context: CommandContext) throws -> ReplayOptions {
        var options = ReplayOptions()
        let period = try window.period(in: context)
        (options.since, options.until) = (period.since, period.until)
        options.areBots = clients.areBots
        options.sample = sample
        options.exampleLimit = examples
        return options
    }

    private func options(
        _ states: RegistryStates.Replayed, in context: CommandContext
    ) throws -> ReplayOptions {
        var options = try options(in: context)
        options.namespace = namespace
        options.requestNamespace = requestNamespace
        options.jobs = jobs ?? Processors.count
        options.isOneRegistry =
            states.old.registry != nil && states.old.registry == states.new.registry
        options.standInForConverters(of: [states.old.snapshot, states.new.snapshot])
        return options
    }

    /// Throws if neither registry has a namespace named by an option.
    private func check(_ old: RegistrySnapshot, _ new: RegistrySnapshot) throws {
        let known = (old.namespaces + new.namespaces).map(\.name)
        for name in [namespace, requestNamespace].compactMap(\.self) where !known.contains(name) {
            throw RouteDBError(
                noNamespace: name, among: known,
                kind: new.kind(named: name) ?? old.kind(named: name))
        }
    }
}

extension Replay {
    /// Replays hits with a progress bar, until the user interrupts the command.
    func run(
        _ source: ReplaySource, in context: CommandContext,
        receiving: (@Sendable (ReplayDifference) throws -> Void)? = nil
    ) async throws -> ReplayReport {
        context.interruption.watch()
        let interruption = context.interruption
        let bar = ProgressBar(unit: "hits", in: context)
        defer { bar.clear() }
        return try await run(
            source,
            observing: { progress in
                bar.update(Int64(progress.hitCount), of: progress.total)
                return !interruption.isInterrupted
            }, receiving: receiving)
    }
}

/// The options for the hits of a replay.
struct ReplaySourceOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            A history, or logs (may be gzipped), '-' for one on standard input; several are read \
            in the order of their first requests (default: the registry's history).
            """, valueName: "hits"),
        completion: .file())
    var paths: [String] = []

    @OptionGroup var history: HistoryOptions

    @OptionGroup var log: LogFormatOptions

    func validate() throws {
        if !paths.isEmpty && history.history != nil {
            throw ValidationError("Give only one of files of hits and '--history'.")
        }
    }

    /// Returns the source that the options name.
    func source(
        _ global: GlobalOptions, in context: CommandContext
    ) throws -> ReplaySource {
        guard !paths.isEmpty else {
            return Self.hits(ofHistory: history.path(global, in: context), in: context)
        }
        return try Self.source(at: paths, log, in: context)
    }

    /// Returns the source in files: a history, or logs as their options say.
    static func source(
        at paths: [String], _ log: LogFormatOptions, in context: CommandContext
    ) throws -> ReplaySource {
        let paths = FilePatterns.files(paths)
        if paths.count == 1, DatabaseFile.isThere(at: paths[0]) {
            return hits(ofHistory: paths[0], in: context)
        }
        let logs = try paths.map { path in try ReplayLog(at: path, in: context) }
        return .logs(
            LogOrder.sorted(logs, format: log.format) { $0.isReadTwice ? try? $0.open() : nil },
            format: log.format, options: LogOptions(scheme: log.scheme ?? "https", host: log.host))
    }

    private static func hits(
        ofHistory path: String, in context: CommandContext
    ) -> ReplaySource {
        .history(path, busyTimeout: context.busyTimeout)
    }
}

extension ReplayLog {
    /// Names a log of the command, which must be there; a file is opened again when its turn comes.
    init(at path: String, in context: CommandContext) throws {
        let input = try PeekedInput(path, in: context)
        guard !input.isDatabase else {
            throw CommandFailure(
                "inputUnreadable", "'\(PlainText.shown(path))' is a database, and no log.",
                hint: "Replay a history alone.", status: .usage)
        }
        guard RegularFile.size(at: path) != nil else {
            self.init(name: input.name) { LogInput(input) }
            return
        }
        self.init(name: path, isReadTwice: true) { LogInput(try PeekedInput(path, in: context)) }
    }
}
