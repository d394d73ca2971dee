package import RouteDBRouting
package import RouteDBStorage

/// The result of an edit for one item.
package struct ItemChange: Sendable {
    /// The outcome, as a past participle.
    package let outcome: String
    /// The outcome and the item, as JSON.
    package let object: JSONObject
    /// The item as a line of text, without the outcome.
    package let text: String

    package init(_ outcome: String, _ item: JSONObject, text: String) {
        self.outcome = outcome
        object = JSONObject(dictionaryLiteral: ("outcome", .string(outcome))).merging(item)
        self.text = text
    }

    /// True if the registry is another one than before.
    package var isChange: Bool { outcome != "unchanged" && outcome != "skipped" }
}

extension ItemChange {
    /// Describes what was done to a route, with the access rules that ended with it.
    package init(_ outcome: String, _ route: RouteOutput, endedRules: [RuleID] = []) {
        var object = route.object
        var text = route.text
        if !endedRules.isEmpty {
            object["endedRules"] = .array(endedRules.map { .int($0.rawValue) })
            let numbers = endedRules.map { String($0.rawValue) }.joined(separator: ", ")
            text += "  and access rule\(endedRules.count == 1 ? "" : "s") \(numbers)"
        }
        self.init(outcome, object, text: text)
    }

    /// Describes the outcome of an edit of a route; called inside the edit.
    package init(
        _ outcome: EditOutcome<RouteID>, renamingReplacedTo replaced: String = "replaced",
        in editor: RegistryEditor
    ) throws {
        self.init(
            outcome.word(replaced: replaced), try editor.route(RouteReference(outcome.item)))
    }
}

extension EditOutcome {
    /// Returns the outcome as a past participle, with another word for a replacement.
    package func word(replaced: String) -> String {
        if case .replaced = self { replaced } else { word }
    }
}
