#if Server
import HTTPTypes
import RouteDB

/// Suppressed findings of lint in the API.
enum SuppressionCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "suppressions", name: "Suppression", noun: "suppression", schema: "Suppression",
        parameters: [.path("id", "The id of the suppression.")], reading: .all, editing: .all,
        change: CollectionOutline.change(.init("id", .integer("The id."))),
        operations: [
            .list("Lists the findings of lint that are suppressed."),
            .add(
                "Suppresses findings of lint, or changes the reason why.",
                .object(RequestBodies.suppression, "The suppression.")),
            .get,
            .patch(
                RequestBodies.suppressionPatch,
                note: " One for other findings takes the place of the old one, with an id of its"
                    + " own."),
            .remove("Lets lint report the findings again."),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [SuppressionOutput] {
        let names = SnapshotNames(snapshot)
        return snapshot.suppressions.map { SuppressionOutput(suppression: $0, names: names) }
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> SuppressionOutput {
        SuppressionOutput(
            suppression: try numbered(call) { id in snapshot.suppressions.first { $0.id == id } },
            names: SnapshotNames(snapshot))
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> SuppressionOutput {
        try SuppressionOutput(numbered(call, editor.findSuppression), in: editor)
    }

    static func object(of item: SuppressionOutput) -> JSONObject { item.object }

    static func namespace(of item: SuppressionOutput) -> String? { nil }

    static func draft(_ settings: JSONObject) throws -> SuppressionDraft {
        // Here routes go by their ids, which documents do not know.
        var draft = try StoredForm.read(settings.without("route", "other")) {
            try $0.suppressionDraft()
        }
        draft.route = try reference("route", in: settings)
        draft.other = try reference("other", in: settings)
        return draft
    }

    /// The route that a member refers to: by its id, or by what names it.
    private static func reference(
        _ key: String, in settings: JSONObject
    ) throws(Problem) -> RouteReference? {
        switch settings[key] {
        case nil, .null?: return nil
        case .int(let id)?: return RouteReference(RouteID(rawValue: id))
        case .string(let text)?: return RouteReference(text)
        default:
            throw Problem(
                .unprocessableContent, RouteDBError.Code.invalidInput.description,
                "'\(key)' does not refer to a route.", hint: "Send its id, or its name.")
        }
    }

    static func store(
        _ draft: SuppressionDraft, over old: SuppressionOutput?, for call: Call,
        in editor: RegistryEditor
    ) throws -> JSONObject {
        let added = try editor.addSuppression(draft)
        let facts = try SuppressionOutput(added.item, in: editor)
        guard let old, old.suppression.id != added.item.id else {
            return change(added.word, facts.object)
        }
        try editor.removeSuppression(old.suppression.id)
        return change("replaced", facts.object)
    }

    static func names(in change: JSONObject, for call: Call) -> [String] { [change.idText] }

    static func remove(
        _ item: SuppressionOutput, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try editor.removeSuppression(item.suppression.id)
        return change("removed", item.object)
    }
}
#endif
