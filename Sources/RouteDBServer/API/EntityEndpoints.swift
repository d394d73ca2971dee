#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that list what a registry holds beside routes.
enum EntityEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            namespaces(state), converters(state), defaults(state), rules(state),
            suppressions(state), cases(state), converter(state), rule(state), suppression(state),
        ]
    }

    private static func namespaces(_ state: ServiceState) -> Endpoint {
        list(state, "namespaces", "Namespace", "Lists namespaces, oldest first.") { snapshot, own in
            NamespaceFacts.all(snapshot).filter { own == nil || $0.namespace.name == own }
                .map(\.object)
        }
    }

    private static func converters(_ state: ServiceState) -> Endpoint {
        list(
            state, "converters", "Converter", "Lists converters, by namespace and name."
        ) { snapshot, own in
            ConverterFacts.all(snapshot).filter { own == nil || $0.namespace == own }.map(\.object)
        }
    }

    private static func defaults(_ state: ServiceState) -> Endpoint {
        list(
            state, "defaults", "DefaultValue",
            "Lists default values: of each namespace, then of its groups and routes."
        ) { snapshot, own in
            snapshot.defaultFacts().filter { own == nil || $0.namespace == own }.map(\.object)
        }
    }

    private static func rules(_ state: ServiceState) -> Endpoint {
        list(state, "rules", "AccessRule", "Lists access rules, oldest first.") { snapshot, own in
            let places = SnapshotNames(snapshot)
            return snapshot.accessRules.map { RuleFacts($0, in: places) }
                .filter { own == nil || $0.namespace == own }.map(\.object)
        }
    }

    private static func suppressions(_ state: ServiceState) -> Endpoint {
        list(
            state, "suppressions", "Suppression", "Lists the findings of lint that are suppressed.",
            namespaces: .all
        ) { snapshot, _ in
            let names = SnapshotNames(snapshot)
            return snapshot.suppressions.map {
                SuppressionFacts(suppression: $0, names: names).object
            }
        }
    }

    private static func cases(_ state: ServiceState) -> Endpoint {
        list(
            state, "cases", "RouteTest", "Lists the stored route tests, oldest first.",
            namespaces: .all
        ) { snapshot, _ in snapshot.cases.map(CaseFacts.object) }
    }

    // MARK: One of them

    private static func converter(_ state: ServiceState) -> Endpoint {
        get(
            state, "getConverter", "/api/v1/converters/{name}", "Answers with a converter.",
            "Converter", namespaces: .limited,
            [
                .path("name", "The name of the converter."),
                .query("namespace", "The namespace (default: default)."),
            ]
        ) { snapshot, call in
            try converter(call.required("name"), in: EntityEdits.namespace(call), snapshot).object
        }
    }

    /// Finds a converter.
    static func converter(
        _ name: String, in namespace: String, _ snapshot: RegistrySnapshot
    ) throws(Problem) -> ConverterFacts {
        let all = ConverterFacts.all(snapshot)
        if let found = all.first(where: { $0.namespace == namespace && $0.converter.name == name })
        {
            return found
        }
        throw Problem(
            .notFound, "converterNotFound",
            "The namespace \(namespace.excerpt) has no converter \(name.excerpt).",
            hint: "See /api/v1/converters for those there are.")
    }

    private static func rule(_ state: ServiceState) -> Endpoint {
        get(
            state, "getRule", "/api/v1/rules/{id}", "Answers with an access rule.", "AccessRule",
            namespaces: .limited, [.path("id", "The id of the rule.")]
        ) { snapshot, call in
            try rule(EntityEdits.number(call), snapshot, for: call.caller).object
        }
    }

    /// Finds an access rule that a caller may use.
    static func rule(
        _ id: Int64, _ snapshot: RegistrySnapshot, for caller: Caller
    ) throws(Problem) -> RuleFacts {
        guard let rule = snapshot.accessRules.first(where: { $0.id.rawValue == id }) else {
            throw Problem(
                .notFound, "ruleNotFound", "No access rule has the id \(id).",
                hint: "See /api/v1/rules for those there are.")
        }
        let facts = RuleFacts(rule, in: SnapshotNames(snapshot))
        try ServiceState.check(caller, mayUse: facts.namespace)
        return facts
    }

    private static func suppression(_ state: ServiceState) -> Endpoint {
        get(
            state, "getSuppression", "/api/v1/suppressions/{id}", "Answers with a suppression.",
            "Suppression", namespaces: .all, [.path("id", "The id of the suppression.")]
        ) { snapshot, call in
            try suppression(EntityEdits.number(call), snapshot).object
        }
    }

    /// Finds a suppression.
    static func suppression(
        _ id: Int64, _ snapshot: RegistrySnapshot
    ) throws(Problem) -> SuppressionFacts {
        guard let found = snapshot.suppressions.first(where: { $0.id == id }) else {
            throw Problem(
                .notFound, "suppressionNotFound", "No suppression has the id \(id).",
                hint: "See /api/v1/suppressions for those there are.")
        }
        return SuppressionFacts(suppression: found, names: SnapshotNames(snapshot))
    }

    /// An endpoint that answers with one entity.
    static func get(
        _ state: ServiceState, _ name: String, _ path: String, _ summary: String,
        _ schema: String, namespaces: Endpoint.NamespaceUse, _ parameters: [Endpoint.Parameter],
        _ object: @escaping @Sendable (RegistrySnapshot, Call) throws -> JSONObject
    ) -> Endpoint {
        Endpoint(
            name, .get, path, summary, access: .scope(.read), namespaces: namespaces,
            parameters: parameters + [ServiceState.revisionParameter],
            answers: [
                .json(.named(schema), "What was asked for."),
                .empty(.notModified, "The caller has the newest answer."),
            ]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            let head: JSONObject = ["schema": 1]
            return .json(head.merging(try object(snapshot, call)))
                .tagged(snapshot.revision, for: call)
        }
    }

    /// An endpoint that lists entities.
    static func list(
        _ state: ServiceState, _ key: String, _ schema: String, _ summary: String,
        namespaces: Endpoint.NamespaceUse = .limited,
        _ objects: @escaping @Sendable (RegistrySnapshot, String?) -> [JSONObject]
    ) -> Endpoint {
        let filter =
            namespaces == .limited
            ? [Endpoint.Parameter.query("namespace", "Only what is in this namespace.")] : []
        return Endpoint(
            "list" + key.prefix(1).uppercased() + key.dropFirst(), .get, "/api/v1/\(key)",
            summary, access: .scope(.read), namespaces: namespaces,
            parameters: Page.parameters + filter + [ServiceState.revisionParameter],
            answers: [.json(Page.schema(key, of: .named(schema)), "A page.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            if let name = call.text("namespace") {
                try ServiceState.check(call.caller, mayUse: name)
                _ = try snapshot.namespace(named: name)
            }
            let namespace = call.caller.namespace ?? call.text("namespace")
            return try Page.answer(
                key, objects(snapshot, namespace), at: snapshot.revision, for: call
            ) { $0 }
        }
    }
}
#endif
