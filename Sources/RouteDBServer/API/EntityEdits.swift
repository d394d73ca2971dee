#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that change what a registry holds beside routes.
enum EntityEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            setDefault(state), unsetDefault(state), setConverter(state), removeConverter(state),
            addRule(state), removeRule(state), addCase(state), removeCase(state),
        ]
    }

    /// The schema of what was done, and to what.
    private static func change(_ members: [JSONSchema.Member]) -> JSONSchema {
        .object(
            [
                .init(
                    "outcome",
                    .word(["added", "replaced", "set", "unchanged", "removed"], "What was done."))
            ] + members, "A change.")
    }

    /// An endpoint that edits.
    private static func edit(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        namespaces: Endpoint.NamespaceUse, parameters: [Endpoint.Parameter],
        body: Endpoint.Body? = nil, changes: (key: String, schema: JSONSchema),
        respond: @escaping @Sendable (Call) async throws -> Response
    ) -> Endpoint {
        Endpoint(
            name, method, path, summary, access: .scope(.write), namespaces: namespaces,
            condition: method == .delete ? .required : .optional,
            parameters: parameters + ServiceState.editParameters, body: body,
            answers: [
                .json(ServiceState.editSchema(changes.key, of: changes.schema), "What was done.")
            ], respond: respond)
    }

    private static func outcome(_ word: String, _ object: JSONObject) -> JSONObject {
        let head: JSONObject = ["outcome": .string(word)]
        return head.merging(object)
    }

    // MARK: Default values

    private static let defaultParameters: [Endpoint.Parameter] = [
        .path("key", "The key of the default value."),
        .query("namespace", "The namespace (default: default)."),
        .query("group", "The group, if the value is for a group."),
        .query("route", "The route, if the value is for a route."),
    ]

    private static let defaultChanges = (
        key: "defaults",
        schema: change([
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

    /// Checks that a caller may edit the route of a place, which may name another namespace.
    private static func check(
        _ caller: Caller, mayEdit place: DefaultPlace, in editor: RegistryEditor
    ) throws {
        switch place {
        case .route(let reference):
            try ServiceState.check(caller, mayUse: try editor.route(reference).namespace)
        case .group(let namespace, _), .namespace(let namespace):
            try ServiceState.check(caller, mayUse: namespace)
        }
    }

    private static func setDefault(_ state: ServiceState) -> Endpoint {
        let body = JSONSchema.object([.init("value", .any("The value."))], "A default value.")
        return edit(
            "putDefault", .put, "/api/v1/defaults/{key}",
            "Sets a default value of a namespace, a group or a route.", namespaces: .limited,
            parameters: defaultParameters, body: .object(body, "The value."),
            changes: defaultChanges
        ) { call in
            guard let value = call.object["value"] else {
                throw Problem(
                    .unprocessableContent, "invalidValue", "The body has no 'value'.",
                    hint: "Send an object, such as {\"value\":\"en\"}.")
            }
            let (key, place, caller) = (call.required("key"), try place(call), call.caller)
            return try await state.edit(for: call, "defaults") { editor in
                try check(caller, mayEdit: place, in: editor)
                let isChanged = try editor.setDefault(key, to: value, in: place)
                return [
                    outcome(isChanged ? "set" : "unchanged", ["key": .string(key), "value": value])
                ]
            }
        }
    }

    private static func unsetDefault(_ state: ServiceState) -> Endpoint {
        edit(
            "deleteDefault", .delete, "/api/v1/defaults/{key}", "Removes a default value.",
            namespaces: .limited, parameters: defaultParameters, changes: defaultChanges
        ) { call in
            let (key, place, caller) = (call.required("key"), try place(call), call.caller)
            return try await state.edit(for: call, "defaults") { editor in
                try check(caller, mayEdit: place, in: editor)
                let isChanged = try editor.unsetDefault(key, in: place)
                return [
                    outcome(
                        isChanged ? "removed" : "unchanged", ["key": .string(key), "value": nil])
                ]
            }
        }
    }

    // MARK: Converters

    private static let converterParameters: [Endpoint.Parameter] = [
        .path("name", "The name of the converter."),
        .query("namespace", "The namespace (default: default)."),
    ]

    private static let converterChanges = (
        key: "converters", schema: change([.init("name", .string("The name."))])
    )

    private static func namespace(_ call: Call) throws(Problem) -> String {
        let name = call.text("namespace") ?? call.caller.namespace ?? RouteNamespace.defaultName
        try ServiceState.check(call.caller, mayUse: name)
        return name
    }

    private static func setConverter(_ state: ServiceState) -> Endpoint {
        let body = JSONSchema.object(
            [
                .init("rule", .string("The kind of rule: allow, map, affix, any or code.")),
                .init("argument", .any("What the rule is about."), isRequired: false),
            ], "A converter.")
        return edit(
            "putConverter", .put, "/api/v1/converters/{name}", "Sets a converter.",
            namespaces: .limited, parameters: converterParameters,
            body: .object(body, "The converter."), changes: converterChanges
        ) { call in
            let reader = JSONMemberReader(call.object)
            try reader.requireKeys(among: ["rule", "argument"], of: "A converter")
            let kind = try reader.string("rule") ?? ""
            guard let rule = ParameterConverter.Rule(name: kind, argument: reader.value("argument"))
            else {
                throw Problem(
                    .unprocessableContent, "invalidValue",
                    "The 'rule' and 'argument' are not those of a converter.",
                    hint: "The rules are \(ParameterConverter.Rule.names.joined(separator: ", ")).")
            }
            let (name, namespace) = (call.required("name"), try namespace(call))
            return try await state.edit(for: call, "converters") { editor in
                let set = try editor.setConverter(name, rule: rule, in: namespace)
                return [outcome(set.word, ["name": .string(name)])]
            }
        }
    }

    private static func removeConverter(_ state: ServiceState) -> Endpoint {
        edit(
            "deleteConverter", .delete, "/api/v1/converters/{name}",
            "Removes a converter that no route uses.", namespaces: .limited,
            parameters: converterParameters, changes: converterChanges
        ) { call in
            let (name, namespace) = (call.required("name"), try namespace(call))
            return try await state.edit(for: call, "converters") { editor in
                try editor.removeConverter(name, in: namespace)
                return [outcome("removed", ["name": .string(name)])]
            }
        }
    }

    // MARK: Access rules

    private static let ruleChanges = (
        key: "rules", schema: change([.init("id", .integer("The id."))])
    )

    private static func addRule(_ state: ServiceState) -> Endpoint {
        edit(
            "addRule", .post, "/api/v1/rules",
            "Adds an access rule. An equal rule is not added again.", namespaces: .limited,
            parameters: [],
            body: .object(.any("A rule, as in the list, without its id."), "The rule."),
            changes: ruleChanges
        ) { call in
            let draft = try StoredForm.read(call.object) { members in
                let parser = JSONRuleParser()
                return try parser.draft(members, in: try parser.place(members))
            }
            let caller = call.caller
            return try await state.edit(for: call, "rules") { editor in
                try check(caller, mayEdit: draft.place, in: editor)
                let added = try editor.addRule(draft)
                let places = SnapshotNames(try editor.snapshot())
                return try editor.rules(in: draft.place).filter { $0.id == added.item }
                    .map { outcome(added.word, RuleFacts($0, in: places).object) }
            }
        }
    }

    private static func removeRule(_ state: ServiceState) -> Endpoint {
        edit(
            "deleteRule", .delete, "/api/v1/rules/{id}", "Removes an access rule.",
            namespaces: .limited, parameters: [.path("id", "The id of the rule.")],
            changes: ruleChanges
        ) { call in
            let (id, caller) = (RuleID(rawValue: try number(call)), call.caller)
            return try await state.edit(for: call, "rules") { editor in
                let places = SnapshotNames(try editor.snapshot())
                let facts = RuleFacts(try editor.removeRule(id), in: places)
                try ServiceState.check(caller, mayUse: facts.namespace)
                return [outcome("removed", facts.object)]
            }
        }
    }

    // MARK: Route tests

    private static let caseChanges = (
        key: "cases", schema: change([.init("id", .integer("The id."))])
    )

    private static func addCase(_ state: ServiceState) -> Endpoint {
        edit(
            "addCase", .post, "/api/v1/cases", "Stores a route test.", namespaces: .all,
            parameters: [
                .query("replace", .flag, "Whether to replace a test of the same name.")
            ],
            body: .object(.any("A test: a request with 'case' and 'expect'."), "The test."),
            changes: caseChanges
        ) { call in
            let content = try RouteTestCase(json: call.object)
            let isReplacing = call.flag("replace")
            return try await state.edit(for: call, "cases") { editor in
                let stored = try editor.addCase(content, replacing: isReplacing)
                let whole = StoredCase(id: stored.item, content: content)
                return [outcome(stored.word, CaseFacts.object(whole))]
            }
        }
    }

    private static func removeCase(_ state: ServiceState) -> Endpoint {
        edit(
            "deleteCase", .delete, "/api/v1/cases/{id}", "Removes a route test.",
            namespaces: .all, parameters: [.path("id", "The id of the test.")],
            changes: caseChanges
        ) { call in
            let id = CaseID(rawValue: try number(call))
            return try await state.edit(for: call, "cases") { editor in
                [outcome("removed", CaseFacts.object(try editor.removeCase(id)))]
            }
        }
    }

    /// The number of the path's `id`.
    private static func number(_ call: Call) throws(Problem) -> Int64 {
        guard let number = Int64(call.required("id")) else {
            throw Problem(
                .notFound, "notFound", "\(call.required("id").excerpt) is not an id.",
                hint: "Give a number of the list.")
        }
        return number
    }
}
#endif
