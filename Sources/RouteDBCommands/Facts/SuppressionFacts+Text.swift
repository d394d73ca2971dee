import RouteDB

// How the tool shows a suppression.
extension SuppressionFacts {
    /// What the suppression applies to, in words.
    var subject: String {
        let routes = [suppression.route, suppression.other].compactMap(\.self).map(names.label)
        let namespace = suppression.namespace.map { "namespace \(names.name(of: $0))" }
        return (routes + [namespace, suppression.name].compactMap(\.self)).joined(separator: ", ")
    }

    /// The suppression as a line of text.
    var text: String {
        PlainText.shown(
            "suppression \(suppression.id): \(suppression.code.rawValue) of \(subject),"
                + " because: \(suppression.reason)")
    }

    static let listing = Listing<SuppressionFacts>(
        "suppressions",
        columns: [
            .init("id") { "\($0.suppression.id)" }, .init("code") { $0.suppression.code.rawValue },
            .init("about") { $0.subject }, .init("reason") { $0.suppression.reason },
        ], object: { $0.object })
}

/// The result of an edit for a suppression.
struct SuppressionChange: Sendable {
    /// What was done, as a past participle.
    let outcome: String
    let suppression: LintSuppression

    /// Reports the changes of suppressions to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[SuppressionChange]>, _ names: SnapshotNames,
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
