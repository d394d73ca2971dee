#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that change which findings of lint are suppressed.
enum SuppressionEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [addSuppression(state), patch(state), removeSuppression(state)]
    }

    private static let suppressionChanges = (
        key: "suppressions", schema: EntityEdits.change([.init("id", .integer("The id."))])
    )

    private static func addSuppression(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "addSuppression", .post, "/api/v1/suppressions",
            "Suppresses findings of lint, or changes the reason why.", namespaces: .all,
            parameters: [],
            body: .object(
                .any("A suppression, as in the list, without its id."), "The suppression."),
            changes: suppressionChanges
        ) { call in
            let draft = try draft(call.object)
            return try await state.edit(for: call, "suppressions") { editor in
                [try added(draft, in: editor)]
            }
        }
    }

    private static func removeSuppression(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteSuppression", .delete, "/api/v1/suppressions/{id}",
            "Lets lint report the findings again.", namespaces: .all,
            parameters: [.path("id", "The id of the suppression.")],
            changes: suppressionChanges
        ) { call in
            let id = try EntityEdits.number(call)
            return try await state.edit(for: call, "suppressions") { editor in
                let names = SnapshotNames(try editor.snapshot())
                let removed = try editor.removeSuppression(id)
                return [
                    EntityEdits.outcome(
                        "removed", SuppressionFacts(suppression: removed, names: names).object)
                ]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchSuppression", .patch, "/api/v1/suppressions/{id}",
            "Changes members of a suppression: those sent replace, null removes (RFC 7396). One for"
                + " other findings takes the place of the old one, with an id of its own.",
            namespaces: .all, parameters: [.path("id", "The id of the suppression.")],
            body: .patch(.any("The members to change.")), changes: suppressionChanges
        ) { call in
            let (id, patch) = (try EntityEdits.number(call), call.object)
            return try await state.edit(for: call, "suppressions") { editor in
                let old = try EntityEndpoints.suppression(id, editor.snapshot())
                let changed = try added(
                    try draft(MergePatch.apply(patch, to: old.object)), in: editor)
                guard changed["id"] != old.object["id"] else { return [changed] }
                try editor.removeSuppression(id)
                return [changed.merging(["outcome": "replaced"])]
            }
        }
    }

    /// The suppression that a body describes, which may be one that was answered.
    private static func draft(_ object: JSONObject) throws -> SuppressionDraft {
        var object = object
        for key in ["id", "schema", "outcome"] { object[key] = nil }
        try JSONReader(object).requireKeys(
            among: ["code", "route", "other", "namespace", "about", "reason"],
            of: "A suppression")
        // Here routes go by their ids, which documents do not know.
        let routes = (object["route"], object["other"])
        (object["route"], object["other"]) = (nil, nil)
        var draft = try StoredForm.read(object) { try $0.suppressionDraft() }
        draft.route = try reference(routes.0, "route")
        draft.other = try reference(routes.1, "other")
        return draft
    }

    /// The route that a member refers to: by its id, or by what names it.
    private static func reference(_ value: JSONValue?, _ key: String) throws -> RouteReference? {
        switch value {
        case nil, .null?: return nil
        case .int(let id)?: return RouteReference(RouteID(rawValue: id))
        case .string(let text)?: return RouteReference(text)
        default:
            throw Problem(
                .unprocessableContent, RouteDBError.Code.invalidInput.description,
                "'\(key)' does not refer to a route.", hint: "Send its id, or its name.")
        }
    }

    /// Adds a suppression, and describes it.
    private static func added(
        _ draft: SuppressionDraft, in editor: RegistryEditor
    ) throws -> JSONObject {
        let added = try editor.addSuppression(draft)
        let names = SnapshotNames(try editor.snapshot())
        return EntityEdits.outcome(
            added.word, SuppressionFacts(suppression: added.item, names: names).object)
    }
}
#endif
