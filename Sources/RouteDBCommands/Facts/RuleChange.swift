import RouteDB

/// The result of an edit for an access rule.
struct RuleChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let rule: AccessRule

    /// Reports the changes of rules to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[RuleChange]>, in snapshot: RegistrySnapshot,
        _ write: WriteOptions, _ global: GlobalOptions, _ context: CommandContext
    ) throws {
        let places = RulePlaces(snapshot)
        let changes = result.value.map { change in
            let facts = RuleFacts(change.rule, in: places)
            return (change.outcome, facts.object, facts.text)
        }
        try WriteReport.write(changes, as: "rules", result.revision, write, global, in: context)
    }
}

extension RuleDraft {
    /// Adds the rule and reports it to the user.
    func add(
        source: String, _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) async throws {
        let registry = try await global.openForAdding(write, in: context)
        let snapshot = try await registry.snapshot()
        let result = try await registry.edit(write, source: source, in: context) {
            editor -> [RuleChange] in
            let outcome = try editor.addRule(self)
            return try editor.rules(in: place).filter { $0.id == outcome.item }
                .map { RuleChange(outcome: outcome.word, rule: $0) }
        }
        await registry.close()
        try RuleChange.write(result, in: snapshot, write, global, context)
        if let rule = result.value.first?.rule, !snapshot.routes.contains(where: rule.scope.covers)
        {
            context.notify("note: the rule covers no route yet")
        }
        if let until, until <= context.currentTimeMicroseconds() {
            context.notify("note: the rule has expired already")
        }
    }
}
