import RouteDB
import RouteDBTerminal

/// The result of a command's edit, inside the transaction: what it reports, and asks before.
struct CommandEdit: Sendable {
    /// The key in JSON: of the list of changes, or of the one item.
    let key: String
    let isList: Bool
    let changes: [ItemChange]
    /// Further members of the JSON object.
    var extras: JSONObject = [:]
    /// Notes for the user.
    var notes: [String] = []
    /// The question that the user must confirm; `nil` for nothing.
    var question: Question?

    /// A question that must be confirmed before an edit is made.
    struct Question: Sendable {
        /// The lines that describe what would be done.
        let lines: [String]
        /// Why it must be confirmed; `nil` because it can be undone.
        var reason: String?
        /// Members for the JSON error object.
        var details: JSONObject = [:]
        /// The notes that are left once it is confirmed.
        var notes: [String] = []
    }

    /// Creates the result of an edit of any number of items.
    init(_ key: String, _ changes: [ItemChange]) {
        (self.key, isList, self.changes) = (key, true, changes)
    }

    /// Creates the result of an edit of one item that has a name.
    init(_ outcome: String, the kind: String, named name: String) {
        (key, isList) = (kind, false)
        let text = "\(kind) '\(PlainText.shown(name))'"
        changes = [ItemChange(outcome, ["name": .string(name)], text: text)]
    }

    /// The largest number of changes that a question shows.
    private static let shownChanges = 20

    /// Returns the edit, which must be confirmed if it changes anything.
    func asking(to verb: String) -> CommandEdit {
        let changed = changes.filter(\.isChange)
        guard !changed.isEmpty else { return self }
        let rest = changed.count - min(changed.count, Self.shownChanges)
        let lines =
            changed.prefix(Self.shownChanges).map { "\(verb) \($0.text)" }
            + (rest == 0 ? [] : ["and \(rest) more"])
        var edit = self
        edit.question = Question(lines: lines + notes, details: extras)
        return edit
    }
}

extension CommandContext {
    /// Thrown to roll back an edit that must be confirmed.
    private struct Unconfirmed: Error {
        let question: CommandEdit.Question
        let revision: Int64
    }

    /// Opens the registry of a command, edits it in one revision, and reports the changes.
    func edit(
        _ write: WriteOptions, _ global: GlobalOptions, source: String,
        creating isCreating: Bool = false, confirming confirmation: Confirmation? = nil,
        _ body: @Sendable (RegistryEditor) throws -> CommandEdit
    ) async throws {
        let registry =
            isCreating
            ? try await global.openForAdding(write, in: self)
            : try await global.openForWriting(in: self)
        let result = try await edit(registry, write, source, confirmation, body)
        await registry.close()
        try WriteReport.write(result.value, result.revision, write, global, in: self)
    }

    private func edit(
        _ registry: RouteRegistry, _ write: WriteOptions, _ source: String,
        _ confirmation: Confirmation?, _ body: @Sendable (RegistryEditor) throws -> CommandEdit
    ) async throws -> RouteRegistry.EditResult<CommandEdit> {
        let isAsking = confirmation.map { !$0.yes && !write.dryRun } ?? false
        do {
            let result = try await registry.edit(write, source: source, in: self) { editor in
                let edit = try body(editor)
                if isAsking, let question = edit.question {
                    throw Unconfirmed(question: question, revision: editor.base)
                }
                return edit
            }
            for note in result.value.notes { printNote(note) }
            return result
        } catch let unconfirmed as Unconfirmed {
            let (question, revision) = (unconfirmed.question, unconfirmed.revision)
            try confirmation?.require(
                question.lines, because: question.reason ?? Confirmation.edit(of: revision),
                details: question.details, in: self)
            // Fail if the registry has changed since the question.
            var write = write
            write.expectedRevision = write.expectedRevision ?? revision
            let result = try await registry.edit(write, source: source, in: self, body)
            for note in question.notes { printNote(note) }
            return result
        }
    }
}

extension WriteReport {
    /// Writes what an edit changed: JSON, else a line for each change.
    fileprivate static func write(
        _ edit: CommandEdit, _ revision: Int64?, _ write: WriteOptions, _ global: GlobalOptions,
        in context: CommandContext
    ) throws(StreamError) {
        guard global.json else {
            for change in edit.changes {
                try writeLine(
                    "\(change.outcome) \(change.text)", isChanged: change.isChange,
                    revision: revision, write, in: context)
            }
            return
        }
        let objects = edit.changes.map { JSONValue.object($0.object) }
        var object = head(revision: revision, write)
        object[edit.key] = edit.isList ? .array(objects) : objects.first
        try context.output.writeLine(object.merging(edit.extras).description)
    }
}
