package import RouteDB

/// What an edit did to one route.
package struct RouteChange: Sendable {
    /// What was done, as a past participle.
    package let outcome: String
    package let route: RouteFacts

    /// What JSON says of the change.
    package var object: JSONObject {
        JSONObject(dictionaryLiteral: ("outcome", .string(outcome))).merging(route.object)
    }

    package init(_ outcome: String, _ route: RouteFacts) {
        self.outcome = outcome
        self.route = route
    }

    /// Tells of an edit's outcome, inside the edit.
    package init(
        _ outcome: EditOutcome, renamingReplacedTo replaced: String = "replaced",
        in editor: RegistryEditor
    ) throws {
        let word =
            switch outcome {
            case .added: "added"
            case .replaced: replaced
            case .unchanged: "unchanged"
            case .skipped: "skipped"
            }
        self.init(word, try editor.route(RouteReference(outcome.id)))
    }
}

extension RouteRegistry.EditResult where Value == [RouteChange] {
    /// Tells the user what was done to routes.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["routes"] = .array(
                value.map { change in
                    .object(change.object)
                })
            try context.output.writeLine(object.description)
            return
        }
        for change in value {
            try WriteReport.writeLine(
                "\(change.outcome) \(change.route.text)",
                isChanged: change.outcome != "unchanged" && change.outcome != "skipped",
                revision: revision, write, in: context)
        }
    }
}
