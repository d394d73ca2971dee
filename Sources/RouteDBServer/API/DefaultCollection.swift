#if Server
import HTTPTypes
import RouteDB

/// Default values in the API.
enum DefaultCollection: ItemCollection {
    /// A default value, or the place for one.
    struct Item {
        let key: String
        /// The value; `nil` if there is none.
        let value: JSONValue?
        let namespace: String
        /// The JSON in lists.
        var object: JSONObject = [:]
    }

    static let outline = CollectionOutline(
        key: "defaults", name: "Default", noun: "default value", schema: "DefaultValue",
        parameters: [
            .path("key", "The key of the default value."),
            .query("namespace", "The namespace (default: default)."),
            .query("group", "The group, if the value is for a group."),
            .query("route", "The route, if the value is for a route."),
        ],
        change: CollectionOutline.change(
            .init("key", .string("The key.")), .init("value", .any("The new value, or null."))),
        operations: [
            .list("Lists default values: of each namespace, then of its groups and routes."),
            .put(
                "Sets a default value of a namespace, a group or a route.",
                .object(body, "The value.")),
            .patch(
                body,
                summary: "Changes a default value; of an object, the members sent (RFC 7396)."),
            .remove("Removes a default value."),
        ])

    private static let body = JSONSchema.object(
        [.init("value", .any("The value."))], "A default value.")

    static func all(_ snapshot: RegistrySnapshot) -> [Item] {
        snapshot.defaultFacts().map {
            Item(key: $0.key, value: $0.value, namespace: $0.namespace, object: $0.object)
        }
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> Item {
        let (key, place) = (call.required("key"), try place(call))
        let scope = try snapshot.scope(of: place)
        let namespace =
            switch place {
            case .namespace(let name), .group(let name, _): name
            case .route(let reference):
                snapshot.namespaceNames[try snapshot.route(reference).namespace] ?? ""
            }
        return Item(key: key, value: snapshot.defaults[scope]?[key], namespace: namespace)
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> Item {
        let (key, place) = (call.required("key"), try place(call))
        return Item(
            key: key, value: try editor.defaults(in: place)[key],
            namespace: try editor.namespace(of: place))
    }

    /// The scope that the query of a call names.
    private static func place(_ call: Call) throws(Problem) -> DefaultPlace {
        let namespace = try namespace(call)
        if let route = call.text("route") {
            return try call.caller.limited(
                .route(RouteReference(RouteReference(route), in: namespace)))
        }
        if let group = call.text("group") { return .group(namespace: namespace, group: group) }
        return .namespace(namespace)
    }

    /// The members of an answer that tell the place of a default value.
    private static func members(
        of place: DefaultPlace, in editor: RegistryEditor
    ) throws -> JSONObject {
        switch place {
        case .namespace(let name): return ["origin": "namespace", "namespace": .string(name)]
        case .group(let name, let group):
            return ["origin": "group", "namespace": .string(name), "group": .string(group)]
        case .route(let reference):
            let route = try editor.route(reference)
            return [
                "origin": "route", "namespace": .string(route.namespace),
                "route": .int(route.id.rawValue),
            ]
        }
    }

    static func object(of item: Item) -> JSONObject { item.object }

    static func namespace(of item: Item) -> String? { item.namespace }

    static func identity(_ call: Call) -> [(key: String, value: String)] {
        [("key", call.required("key"))]
    }

    static func merged(_ patch: JSONObject, into item: Item) throws -> JSONObject {
        guard let value = patch["value"], value != .null else { throw valueMissing }
        guard let old = item.value else {
            throw Problem(
                .notFound, "defaultNotFound", "There is no default value \(item.key.excerpt).",
                hint: "See /api/v1/defaults for those there are; PUT sets a new one.")
        }
        return patch.merging(MergePatch.apply(["value": value], to: ["value": old]))
    }

    static func draft(_ settings: JSONObject) throws -> JSONObject {
        try JSONReader(settings).requireKeys(
            among: ["key", "value", "origin", "namespace", "group", "route"],
            of: "A default value")
        guard settings["value"] != nil else { throw valueMissing }
        return settings
    }

    private static let valueMissing = Problem(
        .unprocessableContent, "invalidValue", "The body has no 'value'.",
        hint: "Send an object, such as {\"value\":\"en\"}.")

    static func namespace(
        of draft: JSONObject, for call: Call, in editor: RegistryEditor
    ) throws -> String? { try editor.namespace(of: try place(call)) }

    static func store(
        _ draft: JSONObject, over old: Item?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let (key, place, value) = (call.required("key"), try place(call), draft["value"] ?? .null)
        try check(draft, isFor: try members(of: place, in: editor))
        let isChanged = try editor.setDefault(key, to: value, in: place)
        return change(isChanged ? "set" : "unchanged", ["key": .string(key), "value": value])
    }

    /// Checks that a body names no other place than the path and its query.
    private static func check(_ draft: JSONObject, isFor place: JSONObject) throws(Problem) {
        for key in ["origin", "namespace", "group", "route"] {
            guard let own = draft[key], own != .null, own != place[key] else { continue }
            throw Problem(
                .unprocessableContent, "invalidValue",
                "The body's '\(key)' is not that of the default value that the query names.",
                hint: "Leave it out, or name the place with 'namespace', 'group' and 'route' in the"
                    + " query.")
        }
    }

    static func remove(
        _ item: Item, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let isChanged = try editor.unsetDefault(item.key, in: try place(call))
        return change(
            isChanged ? "removed" : "unchanged", ["key": .string(item.key), "value": nil])
    }
}

extension RegistryEditor {
    /// Returns the namespace of a place, which is that of the route for a route.
    func namespace(of place: DefaultPlace) throws -> String {
        switch place {
        case .route(let reference): try route(reference).namespace
        case .group(let namespace, _), .namespace(let namespace): namespace
        }
    }
}
#endif
