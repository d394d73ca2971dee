import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Undoes imports.
struct HitsForgetCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Undo imports, as if the logs had never been imported.",
        discussion: """
            EXAMPLES:
              routedb hits imports
              routedb hits forget 3 --dry-run
              routedb hits forget 3 && routedb hits import access.log --host example.com
              routedb hits forget 4 5 --yes

            Deletes all hits of the imports, including the totals of hits that were pruned
            since, and their rejects. The logs can then be imported again. Recording and
            reading can continue meanwhile. If the command is interrupted, repeat it to
            finish. Asks on a terminal; elsewhere it needs '--yes'.

            If another import begins with lines of the same log, both must be forgotten
            together.
            """)

    @Argument(
        help: ArgumentHelp("The imports, by id.", valueName: "id"),
        transform: NumberArgument.read)
    var ids: [Int64]

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Only show what would be deleted.")
    var dryRun = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let history = try await history.open(global, in: context)
        let records = try await history.imports(toForget: Set(ids))
        let lines = records.map(Self.line)
        if !dryRun { try confirmation.require(lines.map { "forget \($0)" }, in: context) }
        let result =
            dryRun
            ? nil
            : try await history.forget(imports: Set(ids), time: context.now())
        await history.close()
        if global.json {
            let hits = result?.hits ?? records.reduce(0) { $0 + $1.imported }
            let pruned = result?.pruned ?? records.reduce(0) { $0 + $1.pruned }
            let object: JSONObject = [
                "schema": 1, "file": .string(history.path),
                "imports": .array(records.map { .object(ImportOutput.object($0)) }),
                "hits": .int(hits), "pruned": .int(pruned), "dryRun": .bool(dryRun),
            ]
            try context.output.writeLine(object.description)
        } else {
            let verb = dryRun ? "would forget" : "forgot"
            for line in lines { try context.output.writeLine("\(verb) \(line)") }
        }
    }

    /// Formats an import, such as `import 3: access.log, 1,242 hits, 3 rejected lines`.
    private static func line(_ record: LogImportRecord) -> String {
        var text =
            "import \(record.id): \(PlainText.shown(record.name)),"
            + " \(NumberText.hits(record.imported))"
        if record.pruned > 0 { text += " (\(NumberText.grouped(record.pruned)) of them pruned)" }
        if record.rejected > 0 {
            text += ", \(NumberText.counted(record.rejected, "rejected line"))"
        }
        return text
    }
}

/// Deletes old hits.
struct HitsPruneCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old hits; keep the totals.",
        discussion: """
            EXAMPLES:
              routedb hits prune --older-than 90d --dry-run
              routedb hits prune --older-than 90d --yes
              routedb hits prune --max-rows 10000000 --max-bytes 2G --yes

            Recording and reading can continue meanwhile. The roll-ups of deleted hits are
            kept, so reports still have their totals; 'hits info' lists each pruning.
            """)

    @Option(
        help: ArgumentHelp(
            "Delete hits older than this: an age such as '90d', a date or a time.",
            valueName: "time"),
        transform: TimeExpression.init)
    var olderThan: TimeExpression?

    @Option(
        help: ArgumentHelp("Keep at most this many hits, the latest ones.", valueName: "number"))
    var maxRows: Int64?

    @Option(
        help: ArgumentHelp(
            "Limit the size of the file, in bytes, or with 'K', 'M' or 'G' (powers of 1,024).",
            valueName: "size"),
        transform: ByteSize.init)
    var maxBytes: ByteSize?

    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Show what would be done, and change nothing.")
    var dryRun = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard olderThan != nil || maxRows != nil || maxBytes != nil else {
            throw ValidationError(
                "Say which hits to delete: '--older-than', '--max-rows' or '--max-bytes'.")
        }
        if let maxRows, maxRows < 0 { throw ValidationError("'--max-rows' cannot be negative.") }
    }

    func run(in context: CommandContext) async throws {
        let now = context.now()
        let retention = HitRetention(
            olderThan: olderThan?.time(now: now, zone: .utc),
            maximumHits: maxRows, maximumBytes: maxBytes?.bytes)
        let history = try await history.open(global, in: context)
        let count = try await history.count(pruning: retention)
        if !dryRun, count > 0 {
            let about = maxBytes == nil ? "" : "about "
            try confirmation.require(
                [
                    "delete \(about)\(NumberText.hits(count)) from '\(PlainText.shown(history.path))'"
                ],
                in: context)
        }
        let pruned =
            dryRun ? count : try await history.prune(retention, time: now)
        if global.json {
            let object: JSONObject = [
                "schema": 1, "file": .string(history.path), "pruned": .int(pruned),
                "dryRun": .bool(dryRun),
            ]
            try context.output.writeLine(object.description)
        } else {
            let hits = NumberText.hits(pruned)
            try context.output.writeLine(dryRun ? "would delete \(hits)" : "deleted \(hits)")
        }
    }
}
