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
                .query("enabled", .flag, "Only routes that are enabled, or that are not."),
            ],
            answers: [.json(Page.schema("routes", of: .named("Route")), "A page of routes.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            let filter = RouteFilter(call)
            let routes = RouteFacts.all(snapshot).filter(filter.accepts)
            return try Page.answer("routes", routes, at: snapshot.revision, for: call) {
                $0.object
            }
        }
    }
}

/// The conditions of a list of routes.
private struct RouteFilter {
    let call: Call
    let namespace: String?

    init(_ call: Call) {
        self.call = call
        // A caller who is limited to a namespace names no other one.
        namespace = call.caller.namespace ?? call.text("namespace")
    }

    func accepts(_ route: RouteFacts) -> Bool {
        (namespace.map { route.namespace == $0 } ?? true)
            && (call.text("name").map { route.name == $0 } ?? true)
            && (call.text("group").map { route.group == $0 } ?? true)
            && (call.text("kind").map { RouteKind.areSame(route.kind, $0) } ?? true)
            && (call.text("target").map(route.leads(toOrBelow:)) ?? true)
            && (call.text("pattern").map { route.pattern?.contains($0) == true } ?? true)
            && (call.text("enabled") == nil || route.isEnabled == call.flag("enabled"))
    }
}
#endif
