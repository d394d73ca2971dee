import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Makes a sound file of what a damaged one still holds.
struct RecoverCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Recover what can be read of a damaged file into a new one.",
        discussion: """
            EXAMPLES:
              routedb recover routes.db -o recovered.db
              routedb recover routes.hits.db -o recovered.hits.db --json

            The file is a registry or a history. Every page is read by itself, and every
            row that a page still holds gets into the new file, which passes the check.
            The damaged file is never written: stop the service before, and put the new
            file in its place afterwards. The output lists what is lost, by item and time;
            if anything is, the exit status is 3. If you have a good backup, compare both
            with `routedb diff` first.
            """)

    @Argument(help: "The damaged registry or history.", completion: .file())
    var file: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file, which must not exist.", valueName: "file"),
        completion: .file())
    var output: String

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if output.isEmpty || output == "-" {
            throw ValidationError("Give the path of the new file after '--output'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let commit = CommitInfo(
            author: context.author(),
            message: "Recovered from '\(file)'; ends what could not be kept.",
            source: "recover", time: context.now())
        let report = try Self.recover(file, to: output, commit: commit)
        try write(report, as: format, in: context)
        if !report.losses.isEmpty { context.setExitStatus(.rejects) }
    }

    /// Recovers a file of the kind that its header has; without one, of that whose rows it holds.
    private static func recover(
        _ file: String, to output: String, commit: CommitInfo
    ) throws -> RecoveryReport {
        switch try Salvage.kind(of: file) {
        case .registry: try RegistryRecovery.recover(file, to: output, commit: commit)
        case .history:
            try HistoryRecovery.recover(file, to: output, time: commit.time)
        }
    }

    private func write(
        _ report: RecoveryReport, as format: ListingFormat, in context: CommandContext
    ) throws {
        let kept = report.kept.filter { $0.rows > 0 }
        var rows = JSONObject()
        for (table, count) in report.kept { rows[table] = .int(count) }
        let head: JSONObject = [
            "file": .string(file), "kind": .string(report.kind.description),
            "recovered": .string(output), "pages": .int(Int64(report.pages)),
            "missingPages": .int(Int64(report.missingPages)), "rows": .object(rows),
            "damage": .array(report.damage.map { .string(Self.text($0)) }),
        ]
        try Self.losses.write(report.losses, as: format, head: head, to: context.output)
        guard format == .table || format == .plain else { return }
        if report.missingPages > 0 {
            let all = report.pages + report.missingPages
            context.printNote("\(report.missingPages) of \(all) pages are cut off")
        }
        for damage in report.damage { context.printNote(PlainText.shown(Self.text(damage))) }
        let counts = kept.map { "\($0.rows) \($0.table)" }.joined(separator: ", ")
        context.printNote("recovered to '\(PlainText.shown(output))': \(counts)")
        context.printNote(
            report.losses.isEmpty
                ? "nothing is lost" : NumberText.counted(report.losses.count, "loss", "losses"))
    }

    private static func text(_ damage: PageDamage) -> String {
        let table = damage.table.map { " of the table '\($0)'" } ?? ""
        return "page \(damage.page)\(table) \(damage.problem)"
    }

    private static let losses = Listing<RecoveryLoss>(
        "losses", columns: [.init("kind") { $0.kind.rawValue }, .init("message") { $0.message }],
        object: { ["kind": .string($0.kind.rawValue), "message": .string($0.message)] })
}
