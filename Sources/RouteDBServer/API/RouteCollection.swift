#if Server
import HTTPTypes
import RouteDB

/// Routes in the API.
enum RouteCollection: ItemCollection {
    /// A route, with the syntax of its pattern if it is to be edited.
    struct Item {
        let facts: RouteOutput
        var syntax: PatternSyntax?
    }

    static let outline = CollectionOutline(
        key: "routes", name: "Route", noun: "route", schema: "Route",
        parameters: [
            .path(
                "route", "The route: a name, 'group/name', '#id' or its pattern, percent-encoded.")
        ],
        change: .named("RouteChange"), isRenamed: true,
        operations: [
            .get,
            .put(
                "Adds the route of this name, or replaces it. Sending it again changes nothing.",
                .object(.named("RouteDraft"), "The route."),
                at: [.path("name", "The name of the route.")]),
            .patch(.named("RoutePatch")),
            .remove("Removes a route, with its default values and access rules."),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [Item] {
        RouteOutput.all(snapshot).map { Item(facts: $0) }
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> Item {
        let route = try snapshot.route(try reference(call))
        return Item(
            facts: RouteOutput(
                route, namespace: snapshot.namespaceNames[route.namespace] ?? "",
                defaults: snapshot.defaults[.route(route.id)] ?? [:]))
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> Item {
        let reference = try reference(call)
        return Item(
            facts: try editor.route(reference), syntax: try editor.draft(of: reference).syntax)
    }

    /// The route that a path names, in the caller's namespace if they are limited to one.
    private static func reference(_ call: Call) throws(Problem) -> RouteReference {
        try call.caller.limited(RouteReference(call.required("route")))
    }

    static func object(of item: Item) -> JSONObject { item.facts.object }

    static func namespace(of item: Item) -> String? { item.facts.namespace }

    static func settings(in object: JSONObject) -> JSONObject {
        object.without("id", "schema", "outcome", "endedRules")
    }

    static func identity(_ call: Call) -> [(key: String, value: String)] {
        [("name", call.required("name"))]
    }

    static func merged(_ patch: JSONObject, into item: Item) -> JSONObject {
        var settings = settings(in: item.facts.object)
        // A new pattern is written in the syntax of the namespace, unless it names another.
        if patch["pattern"] == nil {
            settings["syntax"] = item.syntax.map { .string($0.description) }
        }
        return MergePatch.apply(patch, to: settings)
    }

    static func draft(_ settings: JSONObject) throws -> RouteDraft {
        guard settings["target"] != nil || settings["redirect"] != nil else {
            throw Problem(
                .unprocessableContent, "invalidValue", "The route has no 'target'.",
                hint: "Send the name of what it leads to.")
        }
        var settings = settings
        // A task has no pattern; in a request, that may go without saying.
        if settings["pattern"] == nil { settings["pattern"] = .null }
        return try StoredForm.read(settings) { members in
            let parser = JSONRouteParser()
            if let key = parser.ignoredKeys(members).first {
                let names = RouteField.all.map(\.name)
                let nearest = NameSuggestion.didYouMean(key, among: names)
                throw Problem(
                    .unprocessableContent, "invalidValue", "A route has no \(key.excerpt).",
                    hint: nearest ?? "Leave it out.")
            }
            return try parser.route(members).draft
        }
    }

    static func namespace(
        of draft: RouteDraft, for call: Call, in editor: RegistryEditor
    ) -> String? { draft.namespace }

    static func store(
        _ draft: RouteDraft, over old: Item?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let outcome =
            if let id = try old?.facts.id ?? id(named: draft, in: editor) {
                try editor.replace(RouteReference(id), with: draft)
            } else {
                try editor.add(draft, onDuplicate: .error)
            }
        return try ItemChange(outcome, in: editor).object
    }

    /// The route that has the name of a draft, or `nil`.
    private static func id(
        named draft: RouteDraft, in editor: RegistryEditor
    ) throws(RouteDBError) -> RouteID? {
        try editor.ids(named: draft.name ?? "", group: draft.group, in: draft.namespace).first
    }

    static func remove(
        _ item: Item, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let reference = RouteReference(item.facts.id)
        let rules = try editor.rules(in: .route(reference)).map(\.id)
        try editor.remove(reference)
        return ItemChange("removed", item.facts, endedRules: rules).object
    }
}
#endif
