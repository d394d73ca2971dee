import RouteDB

/// The result of an edit for a suppression.
struct SuppressionChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let suppression: LintSuppression

    /// Reports the changes of suppressions to the user.
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
