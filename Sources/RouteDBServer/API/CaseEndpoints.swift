#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for single route tests: by id, or by name.
enum CaseEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [add(state), get(state), put(state), patch(state), remove(state)]
    }

    private static let changes = (
        key: "cases", schema: EntityEdits.change([.init("id", .integer("The id."))])
    )
    private static let test = Endpoint.Parameter.path(
        "test", "The test: '#' and its id, or its name, percent-encoded.")
    private static let path = "/api/v1/cases/{test}"

    private static func add(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "addCase", .post, "/api/v1/cases", "Stores a route test.", namespaces: .all,
            parameters: [
                .query("replace", .flag, "Whether to replace a test of the same name.")
            ],
            body: .object(.named("RouteTestDraft"), "The test."), changes: changes
        ) { call in
            let content = try content(call.object)
            let isReplacing = call.flag("replace")
            return try await state.edit(for: call, "cases") { editor in
                [change(try editor.addCase(content, replacing: isReplacing), content)]
            }
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        EntityEndpoints.get(
            state, "getCase", path, "Answers with a route test.", "RouteTest", namespaces: .all,
            [test]
        ) { snapshot, call in CaseFacts.object(try find(call.required("test"), snapshot.cases)) }
    }

    private static func put(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "putCase", .put, path, "Stores the route test of this name, or replaces it.",
            namespaces: .all, parameters: [test],
            body: .object(.named("RouteTestDraft"), "The test."), changes: changes
        ) { call in
            let name = call.required("test")
            var object = call.object
            if object["case"] == nil { object["case"] = .string(name) }
            let content = try content(object)
            guard content.name == name else {
                throw Problem(
                    .unprocessableContent, "invalidValue",
                    "The body's 'case' is not the one of the path, \(name.excerpt).",
                    hint: "Leave it out, or store another test.")
            }
            return try await state.edit(for: call, "cases") { editor in
                [change(try editor.addCase(content, replacing: true), content)]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchCase", .patch, path,
            "Changes members of a route test: those sent replace, null removes (RFC 7396).",
            namespaces: .all, parameters: [test],
            body: .patch(.any("The members to change.")),
            changes: changes
        ) { call in
            let (reference, patch) = (call.required("test"), call.object)
            return try await state.edit(for: call, "cases") { editor in
                let old = try find(reference, try editor.cases())
                let content = try content(MergePatch.apply(patch, to: old.content.json))
                let isSame = content.name != nil && content.name == old.content.name
                // Only a test that keeps its name can be replaced in place.
                if !isSame { try editor.removeCase(old.id) }
                return [change(try editor.addCase(content, replacing: isSame), content)]
            }
        }
    }

    private static func remove(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteCase", .delete, path, "Removes a route test.", namespaces: .all,
            parameters: [test], changes: changes
        ) { call in
            let reference = call.required("test")
            return try await state.edit(for: call, "cases") { editor in
                let id = try find(reference, try editor.cases()).id
                return [
                    EntityEdits.outcome("removed", CaseFacts.object(try editor.removeCase(id)))
                ]
            }
        }
    }

    private static func change(
        _ outcome: EditOutcome<CaseID>, _ content: RouteTestCase
    ) -> JSONObject {
        EntityEdits.outcome(
            outcome.word, CaseFacts.object(StoredCase(id: outcome.item, content: content)))
    }

    /// Reads a test, which may be one that was answered.
    private static func content(_ object: JSONObject) throws(JSONMistake) -> RouteTestCase {
        var object = object
        for key in ["id", "schema", "outcome"] { object[key] = nil }
        return try RouteTestCase(json: object)
    }

    private static func find(_ text: String, _ cases: [StoredCase]) throws(Problem) -> StoredCase {
        let id = text.hasPrefix("#") ? Int64(text.dropFirst()) : nil
        let found = cases.first { $0.id.rawValue == id } ?? cases.first { $0.content.name == text }
        if let found { return found }
        let names = cases.compactMap(\.content.name)
        throw Problem(
            .notFound, "caseNotFound", "There is no route test \(text.excerpt).",
            hint: NameSuggestion.didYouMean(text, among: names)
                ?? "Give the name of a test, or '#' and its id.")
    }
}
#endif
