#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The list of routes, which has a filter of its own.
enum RouteEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [list(state)] + RouteCollection.endpoints(state)
    }

    private static func list(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "listRoutes", .get, "/api/v1/routes", "Lists routes, in the order of registration.",
            access: .scope(.read), namespaces: .limited,
            parameters: Page.parameters + [
                ServiceState.revisionParameter,
                .query("namespace", "Only routes in this namespace."),
                .query("name", "Only routes with this name."),
                .query("group", "Only routes in this group."),
                .query("kind", "Only routes of this kind."),
                .query("target", "Only routes to this target or one below it."),
                .query("pattern", "Only routes whose pattern contains this text."),
                .query(
                    "label", "Only routes with this label: its key, or 'key=value'.",
                    isRepeated: true),
                .query("enabled", .flag, "Only routes that are enabled, or that are not."),
            ],
            answers: [.json(Page.schema("routes", of: .named("Route")), "A page of routes.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            let routes = try RouteFilter(call).routes(in: snapshot)
            return try Page.answer("routes", routes, at: snapshot.revision, for: call) {
                $0.object
            }
        }
    }
}

extension RouteFilter {
    /// The conditions of a list of routes.
    fileprivate init(_ call: Call) throws(RouteDBError) {
        self.init()
        // A caller who is limited to a namespace names no other one.
        namespace = call.caller.namespace ?? call.text("namespace")
        name = call.text("name")
        group = call.text("group")
        kind = call.text("kind")
        target = call.text("target")
        pattern = call.text("pattern")
        for text in call.texts("label") { labels.append(try Label(text)) }
        if call.text("enabled") != nil { isEnabled = call.flag("enabled") }
    }
}
#endif
