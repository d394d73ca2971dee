import ArgumentParser
import RouteDB

/// Takes old hits away.
struct HitsPruneCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Take the oldest hits away; what they sum up to stays.",
        discussion: """
            EXAMPLES:
              routedb hits prune --older-than 90d --dry-run
              routedb hits prune --older-than 90d --yes
              routedb hits prune --max-rows 10000000 --max-bytes 2G --yes

            Recording and reading go on meanwhile. The roll-ups of what went stay, so that
            sums of any time do too, and 'hits info' lists what was taken away.
            """)

    @Option(
        help: ArgumentHelp(
            "Hits before then go: an age, as '90d', a date or a time.", valueName: "time"),
        transform: WindowBound.init)
    var olderThan: WindowBound?

    @Option(help: ArgumentHelp("So many hits may stay, the latest ones.", valueName: "number"))
    var maxRows: Int64?

    @Option(
        help: ArgumentHelp(
            "The file may use so many bytes; 'K', 'M' and 'G' multiply by 1,024.",
            valueName: "size"),
        transform: ByteSize.init)
    var maxBytes: ByteSize?

    @Flag(help: "Only say what would be done.")
    var dryRun = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard olderThan != nil || maxRows != nil || maxBytes != nil else {
            throw ValidationError(
                "Say which hits go: '--older-than', '--max-rows' or '--max-bytes'.")
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
                ["take \(about)\(count) hits away from '\(PlainText.shown(history.path))'"],
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
                dryRun ? "would take \(pruned) hits away" : "took \(pruned) hits away")
        }
    }
}
