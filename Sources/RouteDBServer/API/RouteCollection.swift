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
            .list("Lists routes, in the order of registration.", conditions), .get,
            .put(
                "Adds the route of this name, or replaces it. Sending it again changes nothing.",
                .object(RequestBodies.route, "The route.")),
            .patch(RequestBodies.routePatch),
            .remove("Removes a route, with its default values and access rules."),
        ])

    private static let conditions: [Endpoint.Parameter] = [
        .query("namespace", "Only routes in this namespace."),
        .query("name", "Only routes with this name."),
        .query("group", "Only routes in this group."),
        .query("kind", "Only routes of this kind."),
        .query("target", "Only routes to this target or one below it."),
        .query("pattern", "Only routes whose pattern contains this text."),
        .query(
            "label", "Only routes with this label: its key, or 'key=value'.", isRepeated: true),
        .query("enabled", .flag, "Only routes that are enabled, or that are not."),
    ]

    static func page(_ call: Call, in state: ServiceState) async throws -> Page<Item> {
        let (filter, limit) = (try RouteFilter(call), PageParameters.limit(of: call))
        let revision = try await state.revision(for: call)
        let after = try Cursor.read(call).map { RouteID(rawValue: $0.place) }
        // One more tells whether there is a next page.
        let query = RouteQuery(filter, after: after, limit: limit + 1)
        let routes = RouteOutput.all(
            try await state.registry.snapshot(of: query, at: .number(revision)))
        if routes.isEmpty && after == nil {
            try await state.registry.checkNames(in: filter, at: .number(revision))
        }
        let page = routes.prefix(limit)
        let next =
            routes.count > limit
            ? page.last.map { Cursor(revision: revision, place: $0.id.rawValue) } : nil
        return Page(
            page.map { Item(facts: $0) }, at: revision,
            total: try await state.snapshots.count(filter, revision, of: state.registry),
            next: next)
    }

    static func find(_ call: Call, in state: ServiceState) async throws -> Item {
        Item(facts: RouteOutput(try await state.route(try reference(call), for: call)))
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
        [("name", call.required("route"))]
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
        let isSet = { (key: String) in settings[key].map { $0 != .null } ?? false }
        guard isSet("target") || isSet("redirect") else {
            throw Problem(
                .unprocessableContent, "invalidValue",
                "The route has neither a 'target' nor a 'redirect'.",
                hint: "Send the name of what it leads to, or where it redirects.")
        }
        var settings = settings
        // A task has no pattern; in a request, that may go without saying.
        if settings["pattern"] == nil { settings["pattern"] = .null }
        return try StoredForm.read(settings) { try JSONRouteParser().route($0).draft }
    }

    static func namespace(
        of draft: RouteDraft, for call: Call, in editor: RegistryEditor
    ) -> String? { draft.namespace }

    static func store(
        _ draft: RouteDraft, over old: Item?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        if let old { try draft.checkTarget(inPlaceOf: old.facts.route) }
        let outcome =
            if let id = try old?.facts.id ?? id(named: draft, in: editor) {
                try editor.replace(RouteReference(id), with: draft)
            } else {
                try editor.add(draft, onDuplicate: .error)
            }
        return try ItemChange(outcome, in: editor).object
    }

    static func replaced(
        by draft: RouteDraft, for call: Call, in editor: RegistryEditor
    ) throws -> Item? {
        try id(named: draft, in: editor).map { Item(facts: try editor.route(RouteReference($0))) }
    }

    /// A name may be that of several routes, in other groups or namespaces.
    static func names(in change: JSONObject, for call: Call) -> [String] {
        [change.idReference]
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

extension RouteFilter {
    /// The conditions of a list of routes.
    fileprivate init(_ call: Call) throws(RouteDBError) {
        self.init()
        // A caller who is limited to a namespace names no other one.
        namespace = call.caller.namespace ?? call.text("namespace")
        name = call.text("name")
        group = call.text("group")
        kind = call.text("kind")
        target = call.text("target")
        pattern = call.text("pattern")
        for text in call.texts("label") { labels.append(try Label(text)) }
        if call.text("enabled") != nil { isEnabled = call.flag("enabled") }
    }
}
#endif
