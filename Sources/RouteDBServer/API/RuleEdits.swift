#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that change access rules.
enum RuleEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [addRule(state), patch(state), removeRule(state)]
    }

    private static let ruleChanges = (
        key: "rules", schema: EntityEdits.change([.init("id", .integer("The id."))])
    )

    private static func addRule(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "addRule", .post, "/api/v1/rules",
            "Adds an access rule. An equal rule is not added again.", namespaces: .limited,
            parameters: [],
            body: .object(.any("A rule, as in the list, without its id."), "The rule."),
            changes: ruleChanges
        ) { call in
            let (draft, caller) = (try draft(call.object), call.caller)
            return try await state.edit(for: call, "rules") { editor in
                try EntityEdits.check(caller, mayEdit: draft.place, in: editor)
                return try added(draft, in: editor)
            }
        }
    }

    private static func removeRule(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteRule", .delete, "/api/v1/rules/{id}", "Removes an access rule.",
            namespaces: .limited, parameters: [.path("id", "The id of the rule.")],
            changes: ruleChanges
        ) { call in
            let (id, caller) = (RuleID(rawValue: try EntityEdits.number(call)), call.caller)
            return try await state.edit(for: call, "rules") { editor in
                let places = SnapshotNames(try editor.snapshot())
                let facts = RuleFacts(try editor.removeRule(id), in: places)
                try ServiceState.check(caller, mayUse: facts.namespace)
                return [EntityEdits.outcome("removed", facts.object)]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchRule", .patch, "/api/v1/rules/{id}",
            "Changes members of an access rule: those sent replace, null removes (RFC 7396). The"
                + " changed rule takes the place of the old one, with an id of its own.",
            namespaces: .limited, parameters: [.path("id", "The id of the rule.")],
            body: .patch(.any("The members to change.")), changes: ruleChanges
        ) { call in
            let (id, patch, caller) = (try EntityEdits.number(call), call.object, call.caller)
            return try await state.edit(for: call, "rules") { editor in
                let old = try EntityEndpoints.rule(id, editor.snapshot(), for: caller)
                let draft = try draft(MergePatch.apply(patch, to: old.object))
                try EntityEdits.check(caller, mayEdit: draft.place, in: editor)
                let changes = try added(draft, in: editor)
                guard changes.first?["id"] != old.object["id"] else { return changes }
                try editor.removeRule(old.rule.id)
                return changes.map { $0.merging(["outcome": "replaced"]) }
            }
        }
    }

    /// The rule that a body describes.
    private static func draft(_ object: JSONObject) throws -> RuleDraft {
        try StoredForm.read(object) { members in
            let parser = JSONRuleParser()
            return try parser.draft(members, in: try parser.place(members))
        }
    }

    /// Adds a rule, and describes it.
    private static func added(
        _ draft: RuleDraft, in editor: RegistryEditor
    ) throws -> [JSONObject] {
        let added = try editor.addRule(draft)
        let names = SnapshotNames(try editor.snapshot())
        return try editor.rules(in: draft.place).filter { $0.id == added.item }
            .map { EntityEdits.outcome(added.word, RuleFacts($0, in: names).object) }
    }
}
#endif
