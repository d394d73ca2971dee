import ArgumentParser
import RouteDB

/// Imports logs into the history.
struct HitsImportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make hits of the requests in logs, each once.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits import access.log.2.gz access.log.1 access.log --json
              journalctl -u web -o cat | routedb hits import - --format nginx
              routedb hits import access.log --host shop.example.com --as-of release-1
              routedb hits import access.log --follow
              routedb hits import links.txt --final --rejects rejects.ndjson

            A log is known by its lines: one that has grown, was rotated, renamed or
            compressed, or whose import was cut off, goes on where it was left, and no line
            is imported twice. A last line without an end waits for the next import, unless
            '--final' is given or the log is compressed or standard input. Blank lines and
            comments do not count. 'routedb hits rejects' shows the lines that could not be
            read. '--follow' goes on with what is written to the files, through rotation,
            until it is interrupted.

            Exit status 2 if a log could not be read, or not to its end; else 3 if lines
            were rejected; 130 if it was interrupted: repeat the command to go on.
            """)

    @Argument(
        help: ArgumentHelp("The logs; '-' is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup(title: "Logs") var log: LogFormatOptions

    @Option(
        name: .customLong("duration-unit"),
        help: ArgumentHelp(
            """
            The unit of durations: seconds, milliseconds, microseconds or nanoseconds; else \
            each format has its own.
            """, valueName: "unit"),
        completion: .list(DurationUnit.allCases.map(\.rawValue)), transform: WordArgument.read)
    var durationUnit: DurationUnit?

    @Flag(
        inversion: .prefixedNo,
        help: "Resolve each request; else hits are kept as unmatched, of revision 0.")
    var resolve = true

    @Flag(help: "Go on with what is written to the files, until interrupted.")
    var follow = false

    @Flag(name: .customLong("final"), help: "Import a last line without an end too.")
    var isFinal = false

    @Option(
        help: ArgumentHelp(
            "Tells logs with the same lines from each other, such as those of two machines.",
            valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            """
            A file to add rejected lines to, as NDJSON, or as TSV if it ends in '.tsv'. The \
            history has them in any case.
            """, valueName: "file"),
        completion: .file())
    var rejects: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var privacy: PrivacyOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
        if follow, files.contains("-") {
            throw ValidationError("Standard input cannot be followed; it is read to its end.")
        }
        if !resolve, asOf.reference != nil {
            throw ValidationError("Choose one of '--no-resolve' and '--as-of'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let path = history.path(global, in: context)
        let importer = try await LogImporter.open(
            path, options: try await options(in: context),
            busyTimeoutMilliseconds: context.busyTimeoutMilliseconds,
            currentTimeMicroseconds: context.currentTimeMicroseconds)
        let display = LogImportDisplay(
            totalBytes: follow ? nil : Self.size(of: files),
            rejects: try rejects.map { try RejectsFile(path: $0) }, in: context)
        let run = LogImportRun(
            importer: importer, display: display, isJSON: global.json, context: context)
        context.interruption.watch()
        let summary: LogImportSummary
        do {
            summary = follow ? try await run.follow(files) : try await run.importFiles(files)
        } catch {
            display.clear()
            throw error
        }
        await importer.close()
        if global.json {
            try context.output.writeLine(summary.json(history: path).description)
        }
        if summary.hasFailures {
            context.conclude(.undecided)
        } else if summary.rejected > 0 {
            context.conclude(.rejects)
        }
        // To follow has no other end.
        if context.interruption.isInterrupted, !follow { context.conclude(.interrupted) }
    }

    private func options(in context: CommandContext) async throws -> LogImportOptions {
        var options = LogImportOptions(resolving: .nothing)
        if resolve {
            let registry = try await global.openForReading(in: context)
            options.resolving =
                asOf.reference == nil
                ? .live(registry) : .table(try await asOf.table(of: registry))
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

    /// How many bytes there are in all; `nil` if that is not known of every file.
    private static func size(of files: [String]) -> Int64? {
        var total: Int64 = 0
        for file in files {
            guard let size = RegularFile.size(at: file) else { return nil }
            total += size
        }
        return total
    }
}
