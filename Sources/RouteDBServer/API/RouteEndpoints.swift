#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for routes.
enum RouteEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [list(state), get(state), put(state), patch(state), delete(state)]
    }

    private static let reference = Endpoint.Parameter.path(
        "route", "The route: a name, 'group/name', '#id' or its pattern, percent-encoded.")

    private static let changes = ServiceState.editSchema(
        "routes", of: .named("RouteChange"))

    // MARK: Reading

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

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "getRoute", .get, "/api/v1/routes/{route}", "Answers with a route.",
            access: .scope(.read), namespaces: .limited,
            parameters: [reference, ServiceState.revisionParameter],
            answers: [
                .json(.named("Route"), "The route."),
                .empty(.notModified, "The caller has the newest answer."),
            ]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            let route = try snapshot.route(limited(call.required("route"), call.caller))
            let namespace = snapshot.namespaceNames[route.namespace] ?? ""
            try ServiceState.check(call.caller, mayUse: namespace)
            let facts = RouteFacts(
                route, namespace: namespace,
                defaults: snapshot.defaults[.route(route.id)] ?? [:])
            let head: JSONObject = ["schema": 1]
            return .json(head.merging(facts.object)).tagged(snapshot.revision, for: call)
        }
    }

    /// The reference to a route, in the caller's namespace if they are limited to one.
    ///
    /// It may name another namespace all the same, so what it leads to is checked as well.
    private static func limited(_ text: String, _ caller: Caller) -> RouteReference {
        let reference = RouteReference(text)
        return caller.namespace.map { RouteReference(reference, in: $0) } ?? reference
    }

    // MARK: Editing

    private static func put(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "putRoute", .put, "/api/v1/routes/{name}",
            "Adds the route of this name, or replaces it. Sending it again changes nothing.",
            access: .scope(.write), namespaces: .limited, condition: .optional,
            parameters: [.path("name", "The name of the route.")] + ServiceState.editParameters,
            body: .object(.named("RouteDraft"), "The route."),
            answers: [.json(changes, "What was done.")]
        ) { call in
            var draft = try RouteBody.draft(call.object)
            draft.name = try RouteBody.name(call.required("name"), in: call.object)
            try ServiceState.check(call.caller, mayUse: draft.namespace)
            let (wanted, name) = (draft, draft.name ?? "")
            return try await state.edit(for: call, "routes") { editor in
                let reference = RouteReference(
                    name: name, group: wanted.group, in: wanted.namespace)
                let outcome =
                    if let id = try id(of: reference, named: name, in: editor) {
                        try editor.replace(RouteReference(id), with: wanted)
                    } else {
                        try editor.add(wanted, onDuplicate: .error)
                    }
                return [try RouteChange(outcome, in: editor).object]
            }
        }
    }

    /// The route of a name, or `nil`.
    ///
    /// The editor could take a number for an id as well.
    private static func id(
        of reference: RouteReference, named name: String, in editor: RegistryEditor
    ) throws(RouteDBError) -> RouteID? {
        do {
            let route = try editor.storedRoute(reference)
            return route.name == name ? route.id : nil
        } catch {
            guard error.code == .routeNotFound else { throw error }
            return nil
        }
    }

    private static func patch(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "patchRoute", .patch, "/api/v1/routes/{route}",
            "Changes members of a route: those sent replace, null removes (RFC 7396).",
            access: .scope(.write), namespaces: .limited, condition: .required,
            parameters: [reference] + ServiceState.editParameters,
            body: .patch(.named("RoutePatch")),
            answers: [.json(changes, "What was done.")]
        ) { call in
            let reference = limited(call.required("route"), call.caller)
            let (patch, caller) = (call.object, call.caller)
            return try await state.edit(for: call, "routes") { editor in
                let old = try editor.draft(of: reference)
                try ServiceState.check(caller, mayUse: old.namespace)
                var merged = try editor.route(reference).object
                for key in ["id", "schema"] { merged[key] = nil }
                merged = MergePatch.apply(patch, to: merged)
                var draft = try RouteBody.draft(merged)
                // A new pattern is written in the syntax of the namespace, unless it names another.
                if patch["pattern"] == nil, patch["syntax"] == nil { draft.syntax = old.syntax }
                try ServiceState.check(caller, mayUse: draft.namespace)
                let outcome = try editor.replace(reference, with: draft)
                return [try RouteChange(outcome, in: editor).object]
            }
        }
    }

    private static func delete(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "deleteRoute", .delete, "/api/v1/routes/{route}",
            "Removes a route, with its default values and access rules.",
            access: .scope(.write), namespaces: .limited, condition: .required,
            parameters: [reference] + ServiceState.editParameters,
            answers: [.json(changes, "What was done.")]
        ) { call in
            let (reference, caller) = (limited(call.required("route"), call.caller), call.caller)
            return try await state.edit(for: call, "routes") { editor in
                let route = try editor.route(reference)
                try ServiceState.check(caller, mayUse: route.namespace)
                let rules = try editor.rules(in: .route(reference)).map(\.id)
                try editor.remove(reference)
                return [RouteChange("removed", route, endedRules: rules).object]
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

/// Reads the bodies of requests about routes.
private enum RouteBody {
    /// Members that answers have and requests may send back.
    private static let known = ["id", "schema", "outcome", "endedRules"]

    static func draft(_ object: JSONObject) throws -> RouteDraft {
        guard object["target"] != nil || object["redirect"] != nil else {
            throw Problem(
                .unprocessableContent, "invalidValue", "The route has no 'target'.",
                hint: "Send the name of what it leads to.")
        }
        var object = object
        for key in known { object[key] = nil }
        // A task has no pattern; in a request, that may go without saying.
        if object["pattern"] == nil { object["pattern"] = .null }
        return try StoredForm.read(object) { members in
            let parser = JSONRouteParser()
            if let key = parser.ignoredKeys(members).first {
                let names = RouteField.all.map(\.name)
                let nearest = NameSuggestion.nearest(to: key, among: names)
                throw Problem(
                    .unprocessableContent, "invalidValue", "A route has no \(key.excerpt).",
                    hint: nearest.map { "Did you mean '\($0)'?" } ?? "Leave it out.")
            }
            return try parser.route(members).draft
        }
    }

    static func name(_ name: String, in object: JSONObject) throws(Problem) -> String {
        guard let own = object["name"], own != .null, own != .string(name) else { return name }
        throw Problem(
            .unprocessableContent, "invalidValue",
            "The body's 'name' is not the one of the path, \(name.excerpt).",
            hint: "Leave it out, or rename the route with PATCH.")
    }
}

/// JSON merge patches (RFC 7396).
enum MergePatch {
    /// Returns an object with a patch applied.
    static func apply(_ patch: JSONObject, to object: JSONObject) -> JSONObject {
        patch.members.reduce(into: object) { result, member in
            switch member.value {
            case .null: result[member.key] = nil
            case .object(let inner):
                var old: JSONObject = [:]
                if case .object(let known)? = result[member.key] { old = known }
                result[member.key] = .object(apply(inner, to: old))
            default: result[member.key] = member.value
            }
        }
    }
}
#endif
