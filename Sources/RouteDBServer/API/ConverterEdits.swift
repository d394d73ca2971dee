#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that change converters.
enum ConverterEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [setConverter(state), patch(state), removeConverter(state)]
    }

    private static let converterParameters: [Endpoint.Parameter] = [
        .path("name", "The name of the converter."),
        .query("namespace", "The namespace (default: default)."),
    ]

    private static let converterChanges = (
        key: "converters", schema: EntityEdits.change([.init("name", .string("The name."))])
    )

    private static func setConverter(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "putConverter", .put, "/api/v1/converters/{name}", "Sets a converter.",
            namespaces: .limited, parameters: converterParameters,
            body: .object(draft(isPatch: false), "The converter."), changes: converterChanges
        ) { call in
            let rule = try rule(call.object)
            let (name, namespace) = (call.required("name"), try EntityEdits.namespace(call))
            return try await state.edit(for: call, "converters") { editor in
                let set = try editor.setConverter(name, rule: rule, in: namespace)
                return [EntityEdits.outcome(set.word, ["name": .string(name)])]
            }
        }
    }

    private static func removeConverter(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "deleteConverter", .delete, "/api/v1/converters/{name}",
            "Removes a converter that no route uses.", namespaces: .limited,
            parameters: converterParameters, changes: converterChanges
        ) { call in
            let (name, namespace) = (call.required("name"), try EntityEdits.namespace(call))
            return try await state.edit(for: call, "converters") { editor in
                try editor.removeConverter(name, in: namespace)
                return [EntityEdits.outcome("removed", ["name": .string(name)])]
            }
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        EntityEdits.edit(
            "patchConverter", .patch, "/api/v1/converters/{name}",
            "Changes members of a converter: those sent replace, null removes (RFC 7396).",
            namespaces: .limited, parameters: converterParameters,
            body: .patch(draft(isPatch: true)), changes: converterChanges
        ) { call in
            let (name, namespace) = (call.required("name"), try EntityEdits.namespace(call))
            let patch = call.object
            return try await state.edit(for: call, "converters") { editor in
                let old = try EntityEndpoints.converter(name, in: namespace, editor.snapshot())
                    .object
                let members: JSONObject = [
                    "rule": old["rule"] ?? .null, "argument": old["argument"] ?? .null,
                ]
                let rule = try rule(MergePatch.apply(patch, to: members))
                let set = try editor.setConverter(name, rule: rule, in: namespace)
                return [EntityEdits.outcome(set.word, ["name": .string(name)])]
            }
        }
    }

    private static func draft(isPatch: Bool) -> JSONSchema {
        .object(
            [
                .init(
                    "rule", .string("The kind of rule: allow, map, affix, any or code."),
                    isRequired: !isPatch),
                .init("argument", .any("What the rule is about."), isRequired: false),
            ], "A converter.")
    }

    /// The rule that a body describes.
    private static func rule(_ object: JSONObject) throws -> ParameterConverter.Rule {
        let reader = JSONReader(object)
        try reader.requireKeys(among: ["rule", "argument"], of: "A converter")
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
}
#endif
