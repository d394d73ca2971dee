import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Restores a past revision.
struct RollbackCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Restore a past revision, as a new revision.",
        discussion: """
            EXAMPLES:
              routedb rollback @12
              routedb rollback release-1 --dry-run
              routedb rollback 2026-01-31T09:30:00Z --yes --message 'Before the import'

            No revision is lost: a rollback can be rolled back. Restored routes have their
            old ids. All later edits are undone; to take back one revision and keep later
            edits, use 'revert'. Asks for confirmation on a terminal; elsewhere '--yes' is
            required.
            """)

    /// The largest number of changes shown before the confirmation.
    private static let shownChanges = 20

    @Argument(
        help: "The revision to restore.", completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var revision: RevisionReference

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForWriting(in: context)
        let target = try await registry.revision(revision)
        let newest = try await registry.revision(.live).number
        let difference = try await registry.difference(
            from: .number(newest), to: .number(target.number))
        let diff = RegistryDiff(difference)
        let reachability = try await registry.reachability(of: difference)
        let facts = DiffOutput(diff: diff)
        let undone =
            newest == target.number
            ? []
            : try await registry.revisions(
                below: newest + 1, limit: Int(newest - target.number))
        if !write.dryRun && !diff.isEmpty {
            try confirmation.require(
                Self.lines(undone) + ["Changes: \(facts.counts)"]
                    + facts.titles(limit: Self.shownChanges) + reachability.notes(),
                because: "This would change the current content of the registry.", in: context)
        }
        let revisions = try await registry.outputs(of: undone)
        // Do exactly what was shown to the user.
        let result = try await registry.rollBack(
            to: .number(target.number), message: write.message.isEmpty ? nil : write.message,
            author: write.author(in: context), source: "rollback",
            expecting: write.expectedRevision ?? newest, dryRun: write.dryRun)
        await registry.close()
        guard !global.json else {
            var object = WriteReport.head(revision: result.revision, write)
            object["outcome"] = result.value ? "rolledBack" : "unchanged"
            object["to"] = .int(target.number)
            object["undone"] = .array(
                revisions.map { .object($0.object) })
            object["changes"] = facts.objects
            object["reachability"] = .object(reachability.object)
            return try context.output.writeLine(object.description)
        }
        if write.dryRun {
            for line in Self.lines(undone) { try context.output.writeLine(line) }
            for line in facts.titles(limit: .max) { try context.output.writeLine(line) }
            for note in reachability.notes() { context.printNote(note) }
        }
        try WriteReport.writeLine(
            result.value
                ? "rolled back to revision \(target.number)"
                : "unchanged: the registry is identical to revision \(target.number)",
            revision: result.revision, write, in: context)
    }

    /// Returns lines about the revisions that are undone, newest first.
    private static func lines(_ undone: [RegistryRevision]) -> [String] {
        guard !undone.isEmpty else { return [] }
        let noun = NumberText.counted(undone.count, "revision")
        let shown = undone.prefix(shownChanges).map { revision in
            let message = revision.message.isEmpty ? "(no message)" : revision.message
            return PlainText.shown(
                "@\(revision.number)  \(revision.time.inSeconds)  "
                    + "\(revision.author)  \(revision.source): \(message)")
        }
        let rest = undone.count - shown.count
        return ["Undoes \(noun):"] + shown + (rest == 0 ? [] : ["and \(rest) more"])
    }
}
