#if Server
import HTTPTypes
import RouteDB

/// Converters in the API.
enum ConverterCollection: SmallCollection {
    static let outline = CollectionOutline(
        key: "converters", name: "Converter", noun: "converter", schema: "Converter",
        parameters: [
            .path("name", "The name of the converter."),
            .query("namespace", "The namespace (default: default)."),
        ],
        change: CollectionOutline.change(.init("name", .string("The name."))),
        operations: [
            .list("Lists converters, by namespace and name."),
            .get,
            .put("Sets a converter.", .object(RequestBodies.converter, "The converter.")),
            .patch(RequestBodies.converterPatch),
            .remove("Removes a converter that no route uses."),
        ])

    /// The routes that may use a converter are counted.
    static func contents(
        for call: Call, in state: ServiceState
    ) async throws(RouteDBError) -> RegistrySnapshot {
        try await state.part(for: call) { revision throws(RouteDBError) in
            try await state.registry.snapshot(keptBy: .parameterized, at: revision)
        }
    }

    static func all(_ snapshot: RegistrySnapshot) -> [ConverterOutput] {
        ConverterOutput.all(snapshot)
    }

    static func find(_ call: Call, in snapshot: RegistrySnapshot) throws -> ConverterOutput {
        let (name, namespace) = (call.required("name"), try namespace(call))
        _ = try snapshot.namespace(named: namespace)
        let all = ConverterOutput.all(snapshot)
        if let found = all.first(where: { $0.namespace == namespace && $0.converter.name == name })
        {
            return found
        }
        throw missing(name, in: namespace)
    }

    static func find(_ call: Call, in editor: RegistryEditor) throws -> ConverterOutput {
        let (name, namespace) = (call.required("name"), try namespace(call))
        let own = try editor.converters(in: namespace)
        guard let converter = own.first(where: { $0.name == name }) else {
            throw missing(name, in: namespace)
        }
        // No edit asks how many routes use it.
        return ConverterOutput(namespace: namespace, converter: converter, routes: 0)
    }

    private static func missing(_ name: String, in namespace: String) -> Problem {
        Problem(
            .notFound, "converterNotFound",
            "The namespace \(namespace.excerpt) has no converter \(name.excerpt).",
            hint: "See /api/v1/converters for those there are.")
    }

    static func object(of item: ConverterOutput) -> JSONObject { item.object }

    static func namespace(of item: ConverterOutput) -> String? { item.namespace }

    static func settings(in object: JSONObject) -> JSONObject {
        object.without("id", "schema", "outcome", "routes")
    }

    static func identity(_ call: Call) throws -> [(key: String, value: String)] {
        [("namespace", try namespace(call)), ("name", call.required("name"))]
    }

    static func draft(_ settings: JSONObject) throws -> ParameterConverter.Rule {
        let reader = JSONReader(settings)
        let kind = try reader.string("rule") ?? ""
        guard let rule = ParameterConverter.Rule(name: kind, argument: reader.value("argument"))
        else {
            throw Problem(
                .unprocessableContent, "invalidValue",
                "The 'rule' and 'argument' are not those of a converter.",
                hint: "The rules are \(ParameterConverter.Rule.names.joined(separator: ", ")).")
        }
        return rule
    }

    static func store(
        _ draft: ParameterConverter.Rule, over old: ConverterOutput?, for call: Call,
        in editor: RegistryEditor
    ) throws -> JSONObject {
        let name = call.required("name")
        let set = try editor.setConverter(name, rule: draft, in: try namespace(call))
        return change(set.word, ["name": .string(name)])
    }

    static func remove(
        _ item: ConverterOutput, for call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try editor.removeConverter(item.converter.name, in: item.namespace)
        return change("removed", ["name": .string(item.converter.name)])
    }
}
#endif
