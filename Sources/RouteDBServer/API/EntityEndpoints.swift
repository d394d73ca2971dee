#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints that list what a registry holds beside routes.
enum EntityEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            namespaces(state), converters(state), defaults(state), rules(state),
            suppressions(state), cases(state),
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

    /// An endpoint that lists entities.
    private static func list(
        _ state: ServiceState, _ key: String, _ schema: String, _ summary: String,
        namespaces: Endpoint.NamespaceUse = .limited,
        _ objects: @escaping @Sendable (RegistrySnapshot, String?) -> [JSONObject]
    ) -> Endpoint {
        Endpoint(
            "list" + key.prefix(1).uppercased() + key.dropFirst(), .get, "/api/v1/\(key)",
            summary, access: .scope(.read), namespaces: namespaces,
            parameters: Page.parameters + [ServiceState.revisionParameter],
            answers: [.json(Page.schema(key, of: .named(schema)), "A page.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            return try Page.answer(
                key, objects(snapshot, call.caller.namespace), at: snapshot.revision, for: call
            ) { $0 }
        }
    }
}
#endif
