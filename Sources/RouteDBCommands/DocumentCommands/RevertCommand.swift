import ArgumentParser
import RouteDB

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

    @OptionGroup var sides: RevertSides
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
        if !result.value.undecided.isEmpty { context.setExitStatus(.no) }
        try report(result.value, known, revision: result.revision, in: context)
    }

    private func report(
        _ revert: RegistryRevert, _ known: KnownTraffic, revision: Int64?,
        in context: CommandContext
    ) throws(StreamError) {
        let plan = revert.plan
        let isDecided = revert.undecided.isEmpty
        let hits = HitOutput(
            counts: known.traffic?.hits(of: revert.conflicts, in: plan.before)
                ?? revert.conflicts.map { _ in nil }, window: known.window)
        let facts = DiffOutput(diff: plan.diff, hits: known.hits(of: plan.diff, in: plan.before))
        guard !global.json else {
            var object = WriteReport.head(revision: isDecided ? revision : nil, write)
            object["outcome"] =
                !isDecided ? "conflicts" : plan.isEmpty ? "unchanged" : "reverted"
            object["first"] = .int(revert.revisions.lowerBound)
            object["last"] = .int(revert.revisions.upperBound)
            object["conflicts"] = .array(
                zip(revert.conflicts, hits.counts).map { .object($0.object(hits: .some($1))) })
            object["changes"] = facts.objects
            object["reachability"] = .object(plan.reachability.object)
            object["widenings"] = .array(plan.wideningObjects)
            return try context.output.writeLine(object.description)
        }
        for (conflict, count) in zip(revert.conflicts, hits.counts) {
            for line in Self.lines(conflict, count, hits.window, revert.revisions) {
                try context.output.writeLine(line)
            }
        }
        if write.dryRun {
            for line in facts.titles(limit: .max) { try context.output.writeLine(line) }
        }
        for note in plan.reachability.notes() where isDecided { context.printNote(note) }
        guard isDecided else { return context.printNote(Self.wayOut(revert)) }
        let name = Self.name(of: revert.revisions)
        try WriteReport.writeLine(
            plan.isEmpty
                ? "unchanged: nothing of \(name) is left to take back"
                : "reverted \(name): \(facts.counts)",
            revision: revision, write, in: context)
    }

    private static func name(of revisions: ClosedRange<Int64>) -> String {
        revisions.count == 1
            ? "revision \(revisions.lowerBound)"
            : "revisions \(revisions.lowerBound) to \(revisions.upperBound)"
    }

    /// Returns a conflict with its fields as lines of text.
    private static func lines(
        _ conflict: RegistryRevert.Conflict, _ count: RouteTraffic.Count?, _ window: String,
        _ revisions: ClosedRange<Int64>
    ) -> [String] {
        let word =
            switch conflict.side {
            case .keep: "kept"
            case .take: "taken back"
            case nil: "conflict"
            }
        let hits = conflict.change.scope == nil ? "" : "  (\(KnownTraffic.text(count, window)))"
        let title = "\(word): \(conflict.change.label): \(conflict.reason)"
        return [PlainText.shown(title) + hits]
            + conflict.lines(revisions).map { "    " + PlainText.shown($0) }
    }

    private static func wayOut(_ revert: RegistryRevert) -> String {
        let count = revert.undecided.count
        let number = NumberText.counted(count, "conflict")
        return "\(number), so nothing was changed; see '--ours', '--theirs', '--keep' and '--take'"
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

/// The sides of conflicts between a revert and later edits.
struct RevertSides: ParsableArguments {
    @Flag(help: "Keep what is now wherever there is a conflict.")
    var ours = false

    @Flag(help: "Take back wherever there is a conflict; what later edits made of it is lost.")
    var theirs = false

    @Option(help: ArgumentHelp("Keep this item as it is now; repeatable.", valueName: "item"))
    var keep: [String] = []

    @Option(help: ArgumentHelp("Take this item back anyway; repeatable.", valueName: "item"))
    var take: [String] = []

    func validate() throws {
        guard !(ours && theirs) else {
            throw ValidationError("'--ours' and '--theirs' exclude each other.")
        }
    }

    /// The choices that the options make.
    var choices: RegistryRevert.Choices {
        RegistryRevert.Choices(
            keep: keep, take: take, others: ours ? .keep : theirs ? .take : nil)
    }
}
