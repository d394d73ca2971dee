package import RouteDBRouting
package import RouteDBStorage

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
