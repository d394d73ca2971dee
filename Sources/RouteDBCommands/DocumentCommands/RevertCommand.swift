import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Takes back what a revision changed.
struct RevertCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract: "Take back what a revision changed, and keep later edits.",
        discussion: """
            EXAMPLES:
              routedb revert @12 --dry-run
              routedb revert @12..@14 --message 'The sale is over'
              routedb revert @12 --keep 'rule #4' --take checkout
              routedb revert @12 --ours

            A field that the revision changed and nobody touched since goes back; a route
            that it removed comes back with its id and its hits. The result is a new
            revision, which can be reverted itself. To undo all later edits too, use
            'rollback'.

            Where later edits changed the same, there is a conflict. It is shown with the
            values of both sides and the hits in the last 30 days; nothing is changed, and
            the status is 1, until each conflict is decided by '--ours', '--theirs',
            '--keep' or '--take'. An item is named as it is shown, such as 'rule #4';
            a route also by its name, '#id' or pattern.

            Asks before it removes or disables a route with hits and before it widens
            access, as 'apply' does.
            """)

    @Argument(
        help: "The revision, or the first and the last of several, as in '@12..@14'.",
        completion: NameCompletion.tags, transform: RevisionRange.init(reading:))
    var revisions: RevisionRange

    @OptionGroup var sides: MergeSides
    @OptionGroup var consent: ApplyConsent
    @OptionGroup var history: HistoryOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let known = await KnownTraffic(
            of: .age(30 * 86_400_000_000), in: history, global, context)
        let registry = try await global.openForWriting(in: context)
        let result = try await consent.asking(about: known, write, in: context) {
            (expected, check) in
            try await registry.revert(
                revisions.first, through: revisions.last, choices: sides.choices,
                message: write.message.isEmpty ? nil : write.message,
                author: write.author(in: context), source: "revert", expecting: expected,
                dryRun: write.dryRun
            ) { try check($0.plan) }
        }
        await registry.close()
        let merge = result.value
        let name = merge.words.revisions.map(Self.name) ?? ""
        try MergeReport(merge: merge, known: known, revision: result.revision).write(
            .init(
                done: "reverted \(name)", unchanged: "nothing of \(name) is left to take back",
                outcome: "reverted"), write, global, in: context)
    }

    private static func name(of revisions: ClosedRange<Int64>) -> String {
        revisions.count == 1
            ? "revision \(revisions.lowerBound)"
            : "revisions \(revisions.lowerBound) to \(revisions.upperBound)"
    }
}

/// One revision, or the first and the last of several.
struct RevisionRange: Sendable {
    let first: RevisionReference
    var last: RevisionReference?

    /// Reads a range such as `@12` or `@12..@14`.
    init(reading text: String) throws {
        guard let dots = text.firstRange(of: "..") else {
            first = try RevisionReference.read(text)
            return
        }
        first = try RevisionReference.read(String(text[..<dots.lowerBound]))
        last = try RevisionReference.read(String(text[dots.upperBound...]))
    }
}
