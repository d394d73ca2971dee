#if Server
import RouteDB

/// Access rules in the API.
enum RuleCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "rules", name: "Rule", noun: "access rule", schema: "AccessRule",
        parameters: [.path("id", "The id of the rule.")],
        change: CollectionOutline.change(.init("id", .integer("The id."))),
        operations: [
            .list("Lists access rules, oldest first."),
            .add(
                "Adds an access rule. An equal rule is not added again.",
                .object(RequestBodies.rule, "The rule.")),
            .get,
            .patch(
                RequestBodies.rulePatch,
                note: " The changed rule takes the place of the old one, with an id of its own."),
            .remove("Removes an access rule."),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [RuleOutput] {
        let names = SnapshotNames(snapshot)
        return snapshot.accessRules.map { RuleOutput($0, in: names) }
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> RuleOutput {
        let rule = try numbered(call) { id in
            snapshot.accessRules.first { $0.id.rawValue == id }
        }
        return RuleOutput(rule, in: SnapshotNames(snapshot))
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> RuleOutput {
        let rule = try numbered(call) { try editor.findRule(RuleID(rawValue: $0)) }
        return try RuleOutput(rule, in: editor)
    }

    static func object(of item: RuleOutput) -> JSONObject { item.object }

    static func namespace(of item: RuleOutput) -> String? { item.namespace }

    static func draft(_ settings: JSONObject) throws -> RuleDraft {
        try StoredForm.read(settings) { members in
            let parser = JSONRuleParser()
            return try parser.draft(members, in: try parser.place(members))
        }
    }

    static func namespace(
        of draft: RuleDraft, for call: Call, in editor: RegistryEditor
    ) throws -> String? { try editor.namespace(of: call.caller.limited(draft.place)) }

    static func store(
        _ draft: RuleDraft, over old: RuleOutput?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        var draft = draft
        draft.place = try call.caller.limited(draft.place)
        let added = try editor.addRule(draft)
        let facts = try RuleOutput(editor.storedRule(added.item), in: editor)
        guard let old, old.rule.id != added.item else { return change(added.word, facts.object) }
        try editor.removeRule(old.rule.id)
        return change("replaced", facts.object)
    }

    static func names(in change: JSONObject, for call: Call) -> [String] { [change.idText] }

    static func remove(
        _ item: RuleOutput, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try editor.removeRule(item.rule.id)
        return change("removed", item.object)
    }
}
#endif
