import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The outcome of a merge or a revert, as it is written: the conflicts, then the changes.
struct MergeReport {
    /// The words of the command for its outcome.
    struct Words {
        /// The action that was taken, such as `reverted revision 3`.
        let done: String
        /// Why nothing changed.
        let unchanged: String
        /// The outcome in JSON.
        let outcome: String
    }

    let merge: RegistryMerge
    /// The hits of routes; `nil` to leave them out.
    let known: KnownTraffic?
    /// The revision that was made, if any.
    let revision: Int64?

    private var plan: RegistryPlan { merge.plan }
    private var isDecided: Bool { merge.undecided.isEmpty }

    /// Writes the report; the status is 1 if a conflict is undecided.
    func write(
        _ words: Words, _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws(StreamError) {
        if !isDecided { context.setExitStatus(.no) }
        let hits = known.map { known in
            HitOutput(
                counts: known.traffic?.hits(of: merge.conflicts, in: plan.before)
                    ?? merge.conflicts.map { _ in nil }, window: known.window)
        }
        let changes = DiffOutput(
            diff: plan.diff, hits: known?.hits(of: plan.diff, in: plan.before))
        guard !global.json else {
            let object = object(words, write, changes, hits)
            return try context.output.writeLine(object.description)
        }
        for (index, conflict) in merge.conflicts.enumerated() {
            for line in lines(of: conflict, hits.map { ($0.counts[index], $0.window) }) {
                try context.output.writeLine(line)
            }
        }
        if write.dryRun {
            for line in changes.titles(limit: .max) { try context.output.writeLine(line) }
        }
        for note in plan.reachability.notes() where isDecided { context.printNote(note) }
        guard isDecided else { return context.printNote(wayOut) }
        try WriteReport.writeLine(
            plan.isEmpty ? "unchanged: \(words.unchanged)" : "\(words.done): \(changes.counts)",
            revision: revision, write, in: context)
    }

    private func object(
        _ words: Words, _ write: WriteOptions, _ changes: DiffOutput, _ hits: HitOutput?
    ) -> JSONObject {
        var object = WriteReport.head(revision: isDecided ? revision : nil, write)
        object["outcome"] =
            .string(!isDecided ? "conflicts" : plan.isEmpty ? "unchanged" : words.outcome)
        if let revisions = merge.words.revisions {
            object["first"] = .int(revisions.lowerBound)
            object["last"] = .int(revisions.upperBound)
        }
        object["conflicts"] = .array(
            merge.conflicts.enumerated().map { index, conflict in
                .object(
                    merge.words.object(of: conflict, hits: hits.map { $0.counts[index] }))
            })
        object["changes"] = changes.objects
        object["reachability"] = .object(plan.reachability.object)
        object["widenings"] = .array(plan.wideningObjects)
        return object
    }

    /// Returns a conflict with its fields as lines of text.
    private func lines(
        of conflict: RegistryMerge.Conflict, _ hits: (count: RouteTraffic.Count?, window: String)?
    ) -> [String] {
        let word =
            switch conflict.side {
            case .keep: "kept"
            case .take: merge.words.taken
            case nil: "conflict"
            }
        let text = conflict.change.scope == nil ? nil : hits.map(KnownTraffic.text)
        let title = "\(word): \(conflict.change.label): \(conflict.reason)"
        return [PlainText.shown(title) + (text.map { "  (\($0))" } ?? "")]
            + merge.words.lines(of: conflict).map { "    " + PlainText.shown($0) }
    }

    private var wayOut: String {
        let number = NumberText.counted(merge.undecided.count, "conflict")
        return "\(number), so nothing was changed; see '--ours', '--theirs', '--keep' and '--take'"
    }
}

/// How conflicts between two sides are decided.
struct MergeSides: ParsableArguments {
    @Flag(help: "Keep what is here wherever there is a conflict.")
    var ours = false

    @Flag(help: "Take the other side wherever there is a conflict; what was done here is lost.")
    var theirs = false

    @Option(help: ArgumentHelp("Keep this item as it is here; repeatable.", valueName: "item"))
    var keep: [String] = []

    @Option(
        help: ArgumentHelp("Take the other side of this item; repeatable.", valueName: "item"))
    var take: [String] = []

    func validate() throws {
        guard !(ours && theirs) else {
            throw ValidationError("'--ours' and '--theirs' exclude each other.")
        }
    }

    /// True if any option is given.
    var areChosen: Bool { ours || theirs || !keep.isEmpty || !take.isEmpty }

    /// The choices that the options make.
    var choices: RegistryMerge.Choices {
        RegistryMerge.Choices(
            keep: keep, take: take, others: ours ? .keep : theirs ? .take : nil)
    }
}
