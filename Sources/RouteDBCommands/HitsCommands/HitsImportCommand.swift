import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Imports logs into the history.
struct HitsImportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the requests in log files as hits, each exactly once.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits import 'logs/access.log*' --json
              journalctl -u web -o cat | routedb hits import - --log-format nginx
              routedb hits import access.log --host shop.example.com --as-of release-1
              routedb hits import access.log --follow
              routedb hits import links.txt --final --rejects rejects.ndjson
              routedb hits import app.log --url-field req.uri --field time=at --try
              routedb hits import a.log --log-format '%h %u %t "%r" %>s %b %D'

            A log is recognized by its content: if it has grown, or was rotated, renamed or
            compressed, or if its import was interrupted, the import resumes where it
            stopped, and no line is imported twice. An incomplete last line is left for the
            next import, unless '--final' is given or the log is compressed or standard
            input. Several logs, also those that a pattern in quotes names, are imported
            in the order of their first requests. Blank lines and comments are not
            counted. 'routedb hits rejects' shows the lines that could not be parsed.
            '--follow' keeps importing as the files grow, across rotation, until it is
            interrupted.

            If the requests have no hosts, but the routes are in namespaces bound to hosts,
            the command asks before it writes anything; without a terminal it needs
            '--host' or '--yes'. 'routedb hits forget' undoes an import.

            The exit status is 2 if a log could not be read to its end, else 3 if lines
            were rejected, and 130 after an interruption; repeat the command to resume.
            """)

    @Argument(
        help: ArgumentHelp(
            "The logs, or patterns such as 'logs/*.gz'; '-' is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup(title: "Logs") var log: LogFormatOptions

    @Option(
        name: .customLong("duration-unit"),
        help: ArgumentHelp(
            """
            The unit of durations: seconds, milliseconds, microseconds or nanoseconds \
            (default: that of the format).
            """, valueName: "unit"),
        completion: .list(DurationUnit.allCases.map(\.rawValue)), transform: EnumArgument.read)
    var durationUnit: DurationUnit?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Resolve each request. Otherwise hits are stored as unmatched, with revision 0.")
    var resolve = true

    @Flag(
        name: [.customShort("F"), .customLong("follow")],
        help: "Keep importing as the files grow, until interrupted.")
    var follow = false

    @Flag(
        name: .customLong("try"),
        help: "Show how the first ten lines of each log would be read, and import nothing.")
    var isTrial = false

    @Flag(name: .customLong("final"), help: "Also import an incomplete last line.")
    var isFinal = false

    @Option(
        help: ArgumentHelp(
            "Distinguishes logs with identical lines, such as those of two machines.",
            valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            """
            Append rejected lines to this file, as NDJSON, or as TSV if its name ends in \
            '.tsv'. The history stores them in any case. With privacy rules, their text is \
            left out.
            """, valueName: "file"),
        completion: .file())
    var rejects: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var privacy: PrivacyOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
        if follow, files.contains("-") {
            throw ValidationError(
                "'--follow' cannot be used with standard input, which is read to its end.")
        }
        if !resolve, asOf.reference != nil {
            throw ValidationError("Use only one of '--no-resolve' and '--as-of'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let files = orderedFiles(in: context)
        if isTrial {
            let options = LogOptions(
                scheme: log.scheme ?? "https", host: log.host, durationUnit: durationUnit)
            return try LogTrial(
                format: log.format, options: options, isJSON: global.json, context: context
            ).show(files)
        }
        let path = history.path(global, in: context)
        let isMissing = !RegularFile.hasBytes(at: path)
        context.detail("history '\(PlainText.shown(path))'")
        let importer = try await LogImporter.open(
            path, options: try await options(for: files, in: context),
            registry: global.path(in: context),
            busyTimeout: context.busyTimeout,
            now: context.now)
        do {
            try await run(importer, files, path, in: context)
        } catch {
            if isMissing { await importer.removeIfUnused() }
            throw error
        }
        if isMissing, context.status != .success { await importer.removeIfUnused() }
        await importer.close()
    }

    private func run(
        _ importer: LogImporter, _ files: [String], _ path: String, in context: CommandContext
    ) async throws {
        let display = LogImportDisplay(
            totalBytes: follow ? nil : Self.size(of: files),
            rejects: try rejects.map {
                try RejectsFile(path: $0, registry: global.path(in: context), in: context)
            }, in: context)
        let consent = HostConsent(confirmation, readsInput: files.contains("-"), in: context)
        let run = LogImportRun(
            importer: importer, display: display, consent: consent, isJSON: global.json,
            context: context)
        context.interruption.watch()
        let summary: LogImportSummary
        do {
            summary = follow ? try await run.follow(files) : try await run.importFiles(files)
        } catch {
            display.clear()
            throw error
        }
        if global.json {
            try context.output.writeLine(summary.json(history: path).description)
        }
        if summary.hasFailures {
            context.setExitStatus(.undecided)
        } else if summary.rejected > 0 {
            context.setExitStatus(.rejects)
        }
        if context.interruption.isInterrupted { context.setExitStatus(.interrupted) }
    }

    /// The files in the order in which they are imported.
    private func orderedFiles(in context: CommandContext) -> [String] {
        LogOrder.sorted(FilePatterns.files(files), format: log.format) { path in
            // Pipes and standard input cannot be read ahead.
            guard RegularFile.size(at: path) != nil else { return nil }
            return (try? PeekedInput(path, in: context)).map { LogInput($0) }
        }
    }

    /// The most bytes of logs that are read twice, so that few routes are read for them.
    private static let bytesAhead = 1 << 20

    /// Returns the choice of the routes that are read for logs; `nil` if all routes are.
    private func filter(for files: [String], in context: CommandContext) -> RoutePrefilter? {
        guard !follow, asOf.reference == nil, let size = Self.size(of: files),
            size <= Self.bytesAhead
        else { return nil }
        let logs = files.compactMap { path in
            (try? PeekedInput(path, in: context)).map { LogInput($0) }
        }
        return RoutePrefilter(ofLogs: logs, upTo: Self.bytesAhead)
    }

    private func options(
        for files: [String], in context: CommandContext
    ) async throws -> LogImportOptions {
        var options = LogImportOptions(resolving: .nothing)
        if resolve {
            let filter = filter(for: files, in: context)
            let registry = try await global.openForReading(
                filter.map { .requests(RequestedRoutes($0)) }, hasTable: asOf.reference == nil,
                in: context)
            options.resolving =
                asOf.reference == nil
                ? .live(registry) : .table(try await asOf.table(of: registry, keptBy: nil))
        }
        options.format = log.format
        options.host = log.host
        if let scheme = log.scheme { options.scheme = scheme }
        options.durationUnit = durationUnit
        options.privacy = try privacy.rules(in: context)
        options.source = source ?? ""
        options.isFinal = isFinal
        return options
    }

    /// Returns the total size of the files in bytes; `nil` if that of some file is unknown.
    private static func size(of files: [String]) -> Int64? {
        var total: Int64 = 0
        for file in files {
            guard let size = RegularFile.size(at: file) else { return nil }
            total += size
        }
        return total
    }
}
