#if Server
import HTTPTypes
import RouteDB

/// Default values in the API.
enum DefaultCollection: SmallCollection {
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
            .get,
            .put(
                "Sets a default value of a namespace, a group or a route.",
                .object(RequestBodies.defaultValue, "The value.")),
            .patch(
                RequestBodies.defaultValue,
                summary: "Changes a default value; of an object, the members sent (RFC 7396)."),
            .remove("Removes a default value."),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [DefaultOutput] { snapshot.defaultFacts() }

    static func find(_ call: Call, in state: ServiceState) async throws -> DefaultOutput {
        let snapshot =
            if case .route(let reference) = try place(call) {
                try await state.route(reference, for: call).part
            } else {
                try await contents(for: call, in: state)
            }
        return try find(call, in: snapshot)
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> DefaultOutput {
        let (key, place) = (call.required("key"), try place(call))
        let found = try snapshot.defaultFacts(of: place).first { TextKey($0.key) == TextKey(key) }
        if let found { return found }
        throw missing(key)
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> DefaultOutput {
        let (key, place) = (call.required("key"), try place(call))
        guard let value = try editor.defaults(in: place)[key] else { throw missing(key) }
        return try DefaultOutput(key, value, of: place, in: editor)
    }

    private static func missing(_ key: String) -> Problem {
        Problem(
            .notFound, "defaultNotFound", "There is no default value \(key.excerpt).",
            hint: "See /api/v1/defaults for those there are; PUT sets a new one.")
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

    static func object(of item: DefaultOutput) -> JSONObject { item.object }

    static func namespace(of item: DefaultOutput) -> String? { item.namespace }

    static func identity(_ call: Call) -> [(key: String, value: String)] {
        [("key", call.required("key"))]
    }

    static func merged(_ patch: JSONObject, into item: DefaultOutput) throws -> JSONObject {
        guard let value = patch["value"], value != .null else { throw valueMissing }
        return patch.merging(MergePatch.apply(["value": value], to: ["value": item.value]))
    }

    static func draft(_ settings: JSONObject) throws -> JSONObject {
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
        _ draft: JSONObject, over old: DefaultOutput?, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        let (key, place, value) = (call.required("key"), try place(call), draft["value"] ?? .null)
        try check(draft, isFor: DefaultOutput(key, value, of: place, in: editor).object)
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
        _ item: DefaultOutput, for call: Call, in editor: RegistryEditor
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
