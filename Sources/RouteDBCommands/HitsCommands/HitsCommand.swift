import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for the history of hits.
struct HitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Import, inspect, export, verify and prune the history of hits.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits info
              routedb hits export --since 7d --outcome unmatched -o lost.csv
              routedb hits verify
              routedb hits prune --older-than 90d --dry-run

            The history is the file given with --history, else with $ROUTEDB_HISTORY, else
            the one beside the registry: for routes.db, it is routes.hits.db.
            """,
        subcommands: [
            HitsImportCommand.self, HitsRejectsCommand.self, HitsInfoCommand.self,
            HitsExportCommand.self, HitsVerifyCommand.self, HitsPruneCommand.self,
            HitsImportsCommand.self, HitsForgetCommand.self, HitsParametersCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// Summarizes the history.
struct HitsInfoCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show how many hits the history contains, their time range, losses and prunings.",
        discussion: """
            EXAMPLES:
              routedb hits info
              routedb hits info --json

            'lost' counts the hits that a recorder dropped because its queue was full.
            """)

    @OptionGroup var history: HistoryOptions
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let name = history.name(global, in: context)
        let info = try await history.open(global, in: context).info()
        try form.write(
            Self.object(info, name), orLines: Self.lines(info, name), to: context.output)
    }

    private static func lines(_ info: HistoryInfo, _ name: String) -> [String] {
        let span = [info.firstTime, info.lastTime].compactMap { $0?.inSeconds }
        var rows = [
            ["file", PlainText.shown(name)],
            ["hits", "\(info.hits) (\(info.tailHits) not in segments yet)"],
            ["from", span.first ?? "-"], ["to", span.last ?? "-"],
            ["segments", "\(info.segments)"], ["streams", "\(info.streams)"],
            ["bytes", "\(info.bytes), \(info.freeBytes) of them free"],
            ["lost", "\(info.lostHits)"], ["pruned", "\(info.prunedHits)"],
        ]
        rows += info.prunings.prefix(10).map { pruning in
            let time = pruning.time.inSeconds
            return [
                "",
                "\(time)  \(NumberText.hits(pruning.hits)) by \(PlainText.shown(rule(pruning)))",
            ]
        }
        let table = TextTable(rows: rows, areNumbers: [false, false])
        return rows.map(table.line)
    }

    /// The rule of a pruning, in which the file has a time in microseconds.
    private static func rule(_ pruning: HistoryPruning) -> String {
        let words = pruning.rule.split(separator: " ").map { word in
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "older-than", let time = Int64(parts[1]) else {
                return String(word)
            }
            return "older-than=\(Timestamp(microseconds: time))"
        }
        return words.joined(separator: " ")
    }

    private static func object(_ info: HistoryInfo, _ name: String) -> JSONObject {
        func time(_ time: Timestamp?) -> JSONValue { time.map { .string("\($0)") } ?? .null }
        return [
            "schema": 1, "file": .string(name), "hits": .int(info.hits),
            "tail": .int(info.tailHits), "segments": .int(info.segments),
            "first": time(info.firstTime), "last": time(info.lastTime),
            "streams": .int(info.streams), "bytes": .int(info.bytes),
            "freeBytes": .int(info.freeBytes), "lost": .int(info.lostHits),
            "pruned": .int(info.prunedHits),
            "prunings": .array(
                info.prunings.map { pruning in
                    .object([
                        "time": time(pruning.time), "rule": .string(Self.rule(pruning)),
                        "hits": .int(pruning.hits),
                    ])
                }),
        ]
    }
}

/// Checks the history for damage.
struct HitsVerifyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the history: segments, streams and roll-ups.",
        discussion: """
            EXAMPLES:
              routedb hits verify
              routedb hits verify --history app.hits.db --json

            Reads every hit; the history may be in use. Exits with status 1 if it finds
            damage, and with 2 if the file cannot be read at all.
            """)

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        let report = CheckReport(
            findings: try await history.verify(), listing: Self.listing,
            additions: try await history.schemaAdditions())
        try report.write(as: format, in: context)
    }

    private static let listing = Listing<HistoryFinding>(
        "findings", columns: [.init("part") { $0.part.rawValue }, .init("message") { $0.message }],
        object: { ["part": .string($0.part.rawValue), "message": .string($0.message)] })
}
