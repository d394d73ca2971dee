#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that change default values.
enum DefaultEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [setDefault(state), patch(state), unsetDefault(state)]
    }

    private static let defaultParameters: [Endpoint.Parameter] = [
        .path("key", "The key of the default value."),
        .query("namespace", "The namespace (default: default)."),
        .query("group", "The group, if the value is for a group."),
        .query("route", "The route, if the value is for a route."),
    ]

    private static let defaultChanges = (
        key: "defaults",
        schema: EntityEdits.change([
            .init("key", .string("The key.")), .init("value", .any("The new value, or null.")),
        ])
    )

    /// What a default value is set for.
    private static func place(_ call: Call) throws(Problem) -> DefaultPlace {
        let namespace =
            call.text("namespace") ?? call.caller.namespace ?? RouteNamespace.defaultName
        try ServiceState.check(call.caller, mayUse: namespace)
        if let route = call.text("route") {
            return .route(RouteReference(RouteReference(route), in: namespace))
        }
        if let group = call.text("group") { return .group(namespace: namespace, group: group) }
        return .namespace(namespace)
    }

    private static func setDefault(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "putDefault", .put, "/api/v1/defaults/{key}",
            "Sets a default value of a namespace, a group or a route.", namespaces: .limited,
            parameters: defaultParameters, body: .object(body, "The value."),
            changes: defaultChanges
        ) { call in
            guard let value = call.object["value"] else { throw valueMissing }
            let (key, place, caller) = (call.required("key"), try place(call), call.caller)
            return try await state.edit(for: call, "defaults") { editor in
                try EntityEdits.check(caller, mayEdit: place, in: editor)
                let isChanged = try editor.setDefault(key, to: value, in: place)
                return [
                    EntityEdits.outcome(
                        isChanged ? "set" : "unchanged", ["key": .string(key), "value": value])
                ]
            }
        }
    }

    private static func unsetDefault(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteDefault", .delete, "/api/v1/defaults/{key}", "Removes a default value.",
            namespaces: .limited, parameters: defaultParameters, changes: defaultChanges
        ) { call in
            let (key, place, caller) = (call.required("key"), try place(call), call.caller)
            return try await state.edit(for: call, "defaults") { editor in
                try EntityEdits.check(caller, mayEdit: place, in: editor)
                let isChanged = try editor.unsetDefault(key, in: place)
                return [
                    EntityEdits.outcome(
                        isChanged ? "removed" : "unchanged", ["key": .string(key), "value": nil])
                ]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchDefault", .patch, "/api/v1/defaults/{key}",
            "Changes a default value; of an object, the members sent (RFC 7396).",
            namespaces: .limited, parameters: defaultParameters, body: .patch(body),
            changes: defaultChanges
        ) { call in
            guard let patch = call.object["value"], patch != .null else { throw valueMissing }
            let (key, place, caller) = (call.required("key"), try place(call), call.caller)
            return try await state.edit(for: call, "defaults") { editor in
                try EntityEdits.check(caller, mayEdit: place, in: editor)
                guard let old = try editor.defaults(in: place)[key] else {
                    throw Problem(
                        .notFound, "defaultNotFound", "There is no default value \(key.excerpt).",
                        hint: "See /api/v1/defaults for those there are; PUT sets a new one.")
                }
                let value = MergePatch.apply(["value": patch], to: ["value": old])["value"] ?? patch
                let isChanged = try editor.setDefault(key, to: value, in: place)
                return [
                    EntityEdits.outcome(
                        isChanged ? "set" : "unchanged", ["key": .string(key), "value": value])
                ]
            }
        }
    }

    private static let body = JSONSchema.object(
        [.init("value", .any("The value."))], "A default value.")

    private static let valueMissing = Problem(
        .unprocessableContent, "invalidValue", "The body has no 'value'.",
        hint: "Send an object, such as {\"value\":\"en\"}.")
}
#endif
