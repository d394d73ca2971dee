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
            let facts = SuppressionFacts(suppression: change.suppression, names: names)
            return (change.outcome, facts.object, facts.text)
        }
        try WriteReport.write(
            changes, as: "suppressions", result.revision, write, global, in: context)
    }
}
