import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Lists the imported logs.
struct HitsImportsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the imported logs, with the options and results of each import.",
        discussion: """
            EXAMPLES:
              routedb hits imports
              routedb hits imports 3 --json

            'routedb hits forget' undoes an import. An import may have several runs, if the
            log has grown meanwhile; '--json' lists the runs with their options, and the
            identity by which 'routedb hub forget' knows the import. Lines that
            the log shares with another one are counted as duplicate.

            TSV fields: id, file, time of the last run, runs, format, options, lines,
            imported, duplicate, rejected, pruned, first hit, last hit.
            """)

    @Argument(help: ArgumentHelp("Only these imports, by id.", valueName: "id"))
    var ids: [Int64] = []

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        var records = try await history.imports()
        await history.close()
        for id in ids { _ = try records.numbered("\(id)") }
        if !ids.isEmpty { records = records.filter { ids.contains($0.id) } }
        try ImportOutput.listing.rows(records).write(
            as: format,
            whenEmpty: EmptyListNote(
                noun: ("imported log", "imported logs"), holder: "the history",
                command: "routedb hits import"), in: context)
        for record in records where record.isBeingForgotten {
            context.printNote(
                "note: import \(record.id) is being forgotten; finish it with"
                    + " 'routedb hits forget \(record.id)'")
        }
    }
}

/// Lists the rejected lines of imported logs.
struct HitsRejectsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejects",
        abstract: "List the rejected lines of imported logs, with reasons.",
        discussion: """
            EXAMPLES:
              routedb hits rejects
              routedb hits rejects --log 3 --limit 10 --json

            Only the first 4,096 bytes of a long line are kept, and no text at all for logs
            imported with '--privacy'. TSV fields: log, file, line, offset, reason, place,
            text. 'place' is where the mistake is, in bytes from the start of the line.
            """)

    @Option(
        help: ArgumentHelp("Only rejects of the log with this id.", valueName: "id"),
        transform: NumberArgument.read)
    var log: Int64?

    @OptionGroup var rows: RowLimitOption
    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        let rejections = try await history.rejections(of: log, limit: rows.limit ?? 0)
        let isFiltered = rejections.isEmpty && log != nil
        let total = isFiltered ? try await history.rejections(of: nil, limit: 0).count : 0
        try RejectionOutput.listing.rows(rejections).write(
            as: format,
            whenEmpty: EmptyListNote(
                noun: ("rejected line", "rejected lines"), total: total, holder: "the history"),
            in: context)
    }
}

/// The output for imported logs.
enum ImportOutput {
    static let listing = Listing<LogImportRecord>(
        "imports",
        columns: [
            .init("id") { "\($0.id)" }, .init("file", \.name),
            .init("imported at") { $0.importedAt.description },
            .init("runs") { "\($0.runs.count)" },
            .init("format") { $0.runs.last?.format ?? "" },
            .init("options") { $0.runs.last.map { text($0.options) } ?? "" },
            .init("lines") { "\($0.total)" }, .init("imported") { "\($0.imported)" },
            .init("duplicate") { "\($0.duplicate)" }, .init("rejected") { "\($0.rejected)" },
            .init("pruned") { "\($0.pruned)" },
            .init("first") { $0.first?.description ?? "" },
            .init("last") { $0.last?.description ?? "" },
        ], object: object)

    static func object(_ record: LogImportRecord) -> JSONObject {
        [
            "id": .int(record.id), "identity": .string(record.identity),
            "file": .string(record.name),
            "importedAt": .string(record.importedAt.description), "lines": .int(record.total),
            "imported": .int(record.imported), "duplicate": .int(record.duplicate),
            "rejected": .int(record.rejected), "skipped": .int(record.skipped),
            "pruned": .int(record.pruned), "first": json(record.first), "last": json(record.last),
            "isBeingForgotten": .bool(record.isBeingForgotten),
            "runs": .array(record.runs.map { .object(object($0)) }),
        ]
    }

    static func object(_ run: LogImportRecord.Run) -> JSONObject {
        [
            "startedAt": .string(run.started.description), "file": .string(run.name),
            "format": .string(run.format), "options": .object(run.options),
            "imported": .int(run.imported), "duplicate": .int(run.duplicate),
            "rejected": .int(run.rejected), "skipped": .int(run.skipped),
            "first": json(run.first), "last": json(run.last),
        ]
    }

    /// Returns options as they were given, such as `--host example.com --final`.
    static func text(_ options: JSONObject) -> String {
        options.members.map { member in
            switch (member.key, member.value) {
            case ("resolve", _): "--no-resolve"
            case ("privacy", _): "--privacy …"
            case ("final", _): "--final"
            case ("asOf", .int(let revision)): "--as-of @\(revision)"
            case ("durationUnit", .string(let unit)): "--duration-unit \(unit)"
            case (let key, .string(let text)): "--\(key) \(text)"
            case (let key, let value): "--\(key) \(value)"
            }
        }.joined(separator: " ")
    }

    private static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
    }
}
