package import RouteDB

/// The result of an edit for one route.
package struct RouteChange: Sendable {
    /// What was done, as a past participle.
    package let outcome: String
    package let route: RouteFacts
    /// The access rules that were removed with the route.
    package let endedRules: [RuleID]

    /// The change as JSON.
    package var object: JSONObject {
        var object = JSONObject(dictionaryLiteral: ("outcome", .string(outcome)))
            .merging(route.object)
        if !endedRules.isEmpty {
            object["endedRules"] = .array(endedRules.map { .int($0.rawValue) })
        }
        return object
    }

    /// The change as a line of text, without the outcome.
    package var text: String {
        guard !endedRules.isEmpty else { return route.text }
        let numbers = endedRules.map { String($0.rawValue) }.joined(separator: ", ")
        return route.text + "  and access rule\(endedRules.count == 1 ? "" : "s") \(numbers)"
    }

    package init(_ outcome: String, _ route: RouteFacts, endedRules: [RuleID] = []) {
        self.outcome = outcome
        self.route = route
        self.endedRules = endedRules
    }

    /// Creates the change for the outcome of an edit; called inside the edit.
    package init(
        _ outcome: EditOutcome<RouteID>, renamingReplacedTo replaced: String = "replaced",
        in editor: RegistryEditor
    ) throws {
        let word = if case .replaced = outcome { replaced } else { outcome.word }
        self.init(word, try editor.route(RouteReference(outcome.item)))
    }
}

extension RouteRegistry.EditResult where Value == ReachabilityEdit<[RouteChange]> {
    /// Tells the user what was done to routes, and programs also which URLs do not reach them.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(
            value.value, revision: revision, write, global,
            extras: ["reachability": .object(value.facts.object)], in: context)
    }
}

extension RouteRegistry.EditResult where Value == [RouteChange] {
    /// Reports the changes of routes to the user.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(value, revision: revision, write, global, in: context)
    }
}

extension RouteChange {
    fileprivate static func write(
        _ changes: [RouteChange], revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, extras: JSONObject = [:], in context: CommandContext
    ) throws {
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["routes"] = .array(changes.map { .object($0.object) })
            return try context.output.writeLine(object.merging(extras).description)
        }
        for change in changes {
            try WriteReport.writeLine(
                "\(change.outcome) \(change.text)",
                isChanged: change.outcome != "unchanged" && change.outcome != "skipped",
                revision: revision, write, in: context)
        }
    }
}
