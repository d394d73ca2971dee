#if Server
import RouteDB

/// Namespaces in the API.
enum NamespaceCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "namespaces", name: "Namespace", noun: "namespace", schema: "Namespace",
        parameters: [.path("name", "The name of the namespace.")],
        editing: .all, change: .named("NamespaceChange"), isRenamed: true,
        operations: [
            .list("Lists namespaces, oldest first."),
            .get,
            .put(
                "Adds the namespace of this name, or replaces its settings.",
                .object(RequestBodies.namespace, "The namespace.")),
            .patch(RequestBodies.namespacePatch),
            .remove(
                "Removes a namespace with its converters, default values and access rules.",
                parameters: [.query("routes", .flag, "Whether to remove its routes as well.")]),
        ])

    static func all(_ snapshot: RegistrySnapshot) -> [NamespaceOutput] {
        NamespaceOutput.all(snapshot)
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> NamespaceOutput {
        let name = call.required("name")
        // Callers who are limited to another namespace do not learn whether this one exists.
        try call.caller.check(mayUse: name)
        return NamespaceOutput(try snapshot.namespace(named: name), in: snapshot)
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> NamespaceOutput {
        let name = call.required("name")
        try call.caller.check(mayUse: name)
        return try NamespaceOutput(editor.storedNamespace(named: name), in: editor)
    }

    static func object(of item: NamespaceOutput) -> JSONObject { item.object }

    static func namespace(of item: NamespaceOutput) -> String? { item.namespace.name }

    /// The settings in an answer: of the policies, only those that override the profile's or differ
    /// from them.
    static func settings(in object: JSONObject) -> JSONObject {
        var settings = object.without("id", "schema", "outcome", "routes", "overrides")
        if case .array(let overrides)? = object["overrides"],
            case .object(let policies)? = object["policies"]
        {
            let own = profile(in: object)?.policies
            let kept = policies.members.filter { member in
                guard let policy = NamespacePolicy(rawValue: member.key), let own else {
                    return true
                }
                return member.value != .string(own[policy])
                    || overrides.contains(.string(policy.rawValue))
            }
            settings["policies"] = .object(JSONObject(distinct: kept))
        }
        return settings
    }

    /// The profile in an answer; `nil` if there is none of that name.
    private static func profile(in object: JSONObject) -> NamespaceProfile? {
        switch object["profile"] {
        case nil, .null?: NamespaceDraft(name: "").profile
        case .string(let name)?: NamespaceProfile(rawValue: name)
        default: nil
        }
    }

    static func identity(_ call: Call) -> [(key: String, value: String)] {
        [("name", call.required("name"))]
    }

    static func draft(_ settings: JSONObject) throws -> NamespaceDraft {
        try StoredForm.read(settings) { try $0.namespaceDraft() }
    }

    static func store(
        _ draft: NamespaceDraft, over old: NamespaceOutput?, for call: Call,
        in editor: RegistryEditor
    ) throws -> JSONObject {
        let name = call.required("name")
        let isKnown = try editor.storedNamespaces().contains { $0.name == name }
        let outcome =
            if isKnown {
                try editor.updateNamespace(name) { $0 = draft }
            } else {
                try editor.addNamespace(draft)
            }
        let stored = try NamespaceOutput(editor.storedNamespace(named: draft.name), in: editor)
        return change(outcome.word, stored.object)
    }

    static func remove(
        _ item: NamespaceOutput, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try editor.removeNamespace(item.namespace.name, removingRoutes: call.flag("routes"))
        return change("removed", item.object)
    }
}
#endif
