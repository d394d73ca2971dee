import RouteDB

/// The result of an edit for one stored case.
struct CaseChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let stored: StoredCase

    init(removed stored: StoredCase) {
        outcome = "removed"
        self.stored = stored
    }

    /// Describes the outcome of an edit.
    init(_ outcome: EditOutcome<CaseID>, _ content: RouteTestCase) {
        self.outcome = outcome.word
        stored = StoredCase(id: outcome.item, content: content)
    }

    /// Reports the changes of cases to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[CaseChange]>, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        let changes = result.value.map {
            ($0.outcome, CaseFacts.object($0.stored), CaseFacts.text($0.stored))
        }
        try WriteReport.write(changes, as: "cases", result.revision, write, global, in: context)
    }
}

extension RouteRegistry {
    /// Stores cases, all in one revision or none.
    func add(
        _ cases: [TestedCase], replacing isReplacing: Bool, source: String,
        _ write: WriteOptions, in context: CommandContext
    ) async throws -> EditResult<[CaseChange]> {
        try await edit(write, source: source, in: context) { editor in
            try cases.map { try $0.store(with: editor, replacing: isReplacing) }
        }
    }
}

extension TestedCase {
    /// Stores the case inside an edit.
    fileprivate func store(
        with editor: RegistryEditor, replacing isReplacing: Bool
    ) throws -> CaseChange {
        do {
            return CaseChange(try editor.addCase(content, replacing: isReplacing), content)
        } catch {
            let hint =
                error.code == .caseConflict
                ? "Replace it with '--replace', or choose another name." : error.hint
            throw CommandFailure(
                error.code.description, "\(label): \(error.message)", hint: hint)
        }
    }
}
