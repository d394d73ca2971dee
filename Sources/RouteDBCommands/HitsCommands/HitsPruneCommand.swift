import ArgumentParser
import RouteDB

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
        let now = context.currentTimeMicroseconds()
        let retention = HitRetention(
            olderThan: olderThan.map {
                Timestamp(microseconds: $0.microseconds(now: now, zone: .utc))
            },
            maximumHits: maxRows, maximumBytes: maxBytes?.bytes)
        let history = try await history.open(global, in: context)
        let count = try await history.count(pruning: retention)
        if !dryRun, count > 0 {
            let about = maxBytes == nil ? "" : "about "
            try confirmation.require(
                ["delete \(about)\(count) hits from '\(PlainText.shown(history.path))'"],
                in: context)
        }
        let pruned =
            dryRun ? count : try await history.prune(retention, timeMicroseconds: now)
        if global.json {
            let object: JSONObject = [
                "schema": 1, "file": .string(history.path), "pruned": .int(pruned),
                "dryRun": .bool(dryRun),
            ]
            try context.output.writeLine(object.description)
        } else {
            try context.output.writeLine(
                dryRun ? "would delete \(pruned) hits" : "deleted \(pruned) hits")
        }
    }
}
