import RouteDB

/// What an edit did to a suppression.
struct SuppressionChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let suppression: LintSuppression

    /// Tells the user what was done to suppressions.
    static func write(
        _ result: RouteRegistry.EditResult<[SuppressionChange]>, _ names: LintNames,
        _ write: WriteOptions, _ global: GlobalOptions, _ context: CommandContext
    ) throws {
        let changes = result.value.map { change in
            (change.outcome, SuppressionFacts(suppression: change.suppression, names: names))
        }
        guard !global.json else {
            var object = WriteReport.head(revision: result.revision, write)
            object["suppressions"] = .array(
                changes.map { outcome, facts in
                    .object(
                        JSONObject(dictionaryLiteral: ("outcome", .string(outcome)))
                            .merging(facts.object))
                })
            return try context.output.writeLine(object.description)
        }
        for (outcome, facts) in changes {
            try WriteReport.writeLine(
                "\(outcome) \(facts.text)", isChanged: outcome != "unchanged",
                revision: result.revision, write, in: context)
        }
    }
}
