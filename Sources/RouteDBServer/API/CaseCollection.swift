#if Server
import HTTPTypes
import RouteDB

/// Stored route tests in the API: by id, or by name.
enum CaseCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "cases", name: "Case", noun: "route test", schema: "RouteTest",
        parameters: [.path("test", "The test: '#' and its id, or its name, percent-encoded.")],
        reading: .all, editing: .all,
        change: CollectionOutline.change(.init("id", .integer("The id."))), isRenamed: true,
        operations: [
            .list("Lists the stored route tests, oldest first."),
            .add(
                "Stores a route test.", body,
                parameters: [
                    .query("replace", .flag, "Whether to replace a test of the same name.")
                ]),
            .get,
            .put("Stores the route test of this name, or replaces it.", body),
            .patch(RequestBodies.testPatch),
            .remove("Removes a route test."),
        ])

    private static let body = Endpoint.Body.object(RequestBodies.test, "The test.")

    static func all(_ snapshot: RegistrySnapshot) -> [RouteTestCase.Stored] { snapshot.cases }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> RouteTestCase.Stored {
        try find(call.required("test"), snapshot.cases)
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> RouteTestCase.Stored {
        let text = call.required("test")
        if let found = try editor.findCase(id(text), orNamed: text) { return found }
        return try find(text, try editor.cases())
    }

    private static func id(_ text: String) -> CaseID? {
        text.hasPrefix("#") ? Int64(text.dropFirst()).map { CaseID(rawValue: $0) } : nil
    }

    private static func find(_ text: String, _ cases: [RouteTestCase.Stored]) throws(Problem)
        -> RouteTestCase.Stored
    {
        let id = id(text)
        let found =
            cases.first { $0.id == id }
            ?? cases.first { $0.content.name.map(TextKey.init) == TextKey(text) }
        if let found { return found }
        let names = cases.compactMap(\.content.name)
        let nearest = NameSuggestion.didYouMean(text, among: names)
        throw Problem(
            .notFound, "caseNotFound", "There is no route test \(text.excerpt).",
            hint: nearest
                ?? "Give the name of a test, or '#' and its id.")
    }

    static func object(of item: RouteTestCase.Stored) -> JSONObject { CaseOutput.object(item) }

    static func namespace(of item: RouteTestCase.Stored) -> String? { nil }

    static func identity(_ call: Call) -> [(key: String, value: String)] {
        [("case", call.required("test"))]
    }

    static func draft(_ settings: JSONObject) throws(JSONMistake) -> RouteTestCase {
        try RouteTestCase(json: settings)
    }

    static func replaced(
        by draft: RouteTestCase, for call: Call, in editor: RegistryEditor
    ) throws -> RouteTestCase.Stored? {
        try editor.findCase(nil, orNamed: draft.name)
    }

    static func names(in change: JSONObject, for call: Call) -> [String] {
        [change.idReference]
    }

    static func store(
        _ draft: RouteTestCase, over old: RouteTestCase.Stored?, for call: Call,
        in editor: RegistryEditor
    ) throws -> JSONObject {
        // A test that gets another name takes the place of no test that has it.
        let isReplacing =
            old.map { draft.name.map(TextKey.init) == $0.content.name.map(TextKey.init) }
            ?? (call.text("test") != nil || call.flag("replace"))
        let added = try editor.addCase(draft, replacing: isReplacing)
        let facts = CaseOutput.object(RouteTestCase.Stored(id: added.item, content: draft))
        guard let old, old.id != added.item else { return change(added.word, facts) }
        try editor.removeCase(old.id)
        return change("replaced", facts)
    }

    static func remove(
        _ item: RouteTestCase.Stored, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        change("removed", CaseOutput.object(try editor.removeCase(item.id)))
    }
}
#endif
