#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for one namespace.
enum NamespaceEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [get(state), put(state), patch(state), delete(state)]
    }

    private static let path = "/api/v1/namespaces/{name}"
    private static let name = Endpoint.Parameter.path("name", "The name of the namespace.")
    private static let changes = ServiceState.editSchema(
        "namespaces", of: .named("NamespaceChange"))

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "getNamespace", .get, path, "Answers with a namespace.",
            access: .scope(.read), namespaces: .limited,
            parameters: [name, ServiceState.revisionParameter],
            answers: [
                .json(.named("Namespace"), "The namespace."),
                .empty(.notModified, "The caller has the newest answer."),
            ]
        ) { call in
            let name = call.required("name")
            try ServiceState.check(call.caller, mayUse: name)
            let snapshot = try await state.snapshot(for: call)
            _ = try snapshot.namespace(named: name)
            let facts = NamespaceFacts.all(snapshot).first { $0.namespace.name == name }
            let head: JSONObject = ["schema": 1]
            return .json(head.merging(facts?.object ?? [:])).tagged(snapshot.revision, for: call)
        }
    }

    private static func put(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "putNamespace", .put, path,
            "Adds the namespace of this name, or replaces its settings.",
            access: .scope(.write), namespaces: .all, condition: .optional,
            parameters: [name] + ServiceState.editParameters,
            body: .object(.named("NamespaceDraft"), "The namespace."),
            answers: [.json(changes, "What was done.")]
        ) { call in
            let name = call.required("name")
            var object = call.object
            if object["name"] == nil { object["name"] = .string(name) }
            let draft = try draft(object)
            guard draft.name == name else {
                throw Problem(
                    .unprocessableContent, "invalidValue",
                    "The body's 'name' is not the one of the path, \(name.excerpt).",
                    hint: "Leave it out, or rename the namespace with PATCH.")
            }
            return try await state.edit(for: call, "namespaces") { editor in
                let isKnown = try editor.storedNamespaces().contains { $0.name == name }
                let outcome =
                    if isKnown {
                        try editor.updateNamespace(name) { $0 = draft }
                    } else {
                        try editor.addNamespace(draft)
                    }
                return [try change(outcome.word, name, in: editor)]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "patchNamespace", .patch, path,
            "Changes members of a namespace: those sent replace, null removes (RFC 7396).",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: [name] + ServiceState.editParameters,
            body: .patch(.named("NamespacePatch")),
            answers: [.json(changes, "What was done.")]
        ) { call in
            let (name, patch) = (call.required("name"), call.object)
            return try await state.edit(for: call, "namespaces") { editor in
                let facts = try facts(name, in: editor)
                let draft = try draft(MergePatch.apply(patch, to: settings(facts)))
                let outcome = try editor.updateNamespace(name) { $0 = draft }
                return [try change(outcome.word, draft.name, in: editor)]
            }
        }
    }

    private static func delete(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "deleteNamespace", .delete, path,
            "Removes a namespace with its converters, default values and access rules.",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: [
                name, .query("routes", .flag, "Whether to remove its routes as well."),
            ] + ServiceState.editParameters,
            answers: [.json(changes, "What was done.")]
        ) { call in
            let (name, isRemovingRoutes) = (call.required("name"), call.flag("routes"))
            return try await state.edit(for: call, "namespaces") { editor in
                let removed = try change("removed", name, in: editor)
                try editor.removeNamespace(name, removingRoutes: isRemovingRoutes)
                return [removed]
            }
        }
    }

    // MARK: Reading bodies

    /// Members that answers have and requests may send back.
    private static let known = ["schema", "outcome", "routes", "overrides"]

    private static func draft(_ object: JSONObject) throws -> NamespaceDraft {
        let settings = settings(object)
        try JSONReader(settings).requireKeys(among: draftKeys, of: "A namespace")
        return try StoredForm.read(settings) { try $0.namespaceDraft() }
    }

    private static let draftKeys = [
        "name", "profile", "schemes", "hosts", "fallback", "fallbackTarget", "access", "policies",
    ]

    /// The settings in an answer: without what follows from them, and of the policies only those
    /// that override the profile's.
    private static func settings(_ object: JSONObject) -> JSONObject {
        var settings = object
        for key in known { settings[key] = nil }
        if case .array(let overrides)? = object["overrides"],
            case .object(let policies)? = object["policies"]
        {
            let kept = policies.members.filter { overrides.contains(.string($0.key)) }
            settings["policies"] = .object(kept.reduce(into: [:]) { $0[$1.key] = $1.value })
        }
        return settings
    }

    private static func facts(_ name: String, in editor: RegistryEditor) throws -> JSONObject {
        let snapshot = try editor.snapshot()
        _ = try snapshot.namespace(named: name)
        return NamespaceFacts.all(snapshot).first { $0.namespace.name == name }?.object ?? [:]
    }

    private static func change(
        _ outcome: String, _ name: String, in editor: RegistryEditor
    ) throws -> JSONObject {
        let head: JSONObject = ["outcome": .string(outcome)]
        return head.merging(try facts(name, in: editor))
    }
}
#endif
