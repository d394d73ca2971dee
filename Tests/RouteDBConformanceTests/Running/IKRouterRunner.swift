import RouteDB

/// IKRouter: one namespace; names of parameters have their colon.
struct IKRouterRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: Namespace.defaultName, profile: .ikrouter)
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        if let step = test.steps.first { throw UnsupportedCase("the step \(step)") }
        if let op = test.op { throw UnsupportedCase("the op '\(op)'") }
        let drafts = test.routes.enumerated().map { index, route in
            RouteDraft(pattern: route.text("pattern") ?? "", target: String(index))
        }
        try await registry.add(drafts)
        var errors = registry.refusals.filter(\.isMalformed)
            .map { JSONValue(["invalidRoute", $0.pattern]) }
        guard let url = test.url else { return ["errors": .array(errors)] }
        let resolution = registry.table.resolve(url)
        if resolution.outcome == .invalid { errors.append(JSONValue(["invalidURL", url])) }
        var facts = matchFacts(resolution, test)
        facts["errors"] = .array(errors)
        let walk = HandlerWalk(resolution.request, in: registry.table) { match in
            route(of: match, in: test)?.flag("handler") ?? false
        }
        return facts.merging(handlerFacts(resolution, walk, test))
    }

    private static func matchFacts(
        _ resolution: Resolution, _ test: ConformanceCase
    ) -> JSONObject {
        guard let route = resolution.route else {
            return ["matched": false, "pattern": nil, "params": nil, "query": nil, "lookup": nil]
        }
        var params = JSONObject()
        for member in resolution.parameters.members { params[":\(member.key)"] = member.value }
        let query = QueryItem.map(resolution.query)
        var lookup = JSONObject()
        for name in test.options.texts("lookup") {
            lookup[name] = params[name] ?? query[name] ?? .null
        }
        return [
            "matched": true, "pattern": .string(route.patternText), "params": .object(params),
            "query": .object(query), "lookup": .object(lookup),
        ]
    }

    /// What came of the handler, where no consumer of stacks may come before it.
    private static func handlerFacts(
        _ resolution: Resolution, _ walk: HandlerWalk, _ test: ConformanceCase
    ) -> JSONObject {
        let route = route(of: resolution, in: test)
        guard route == nil || test.options["routableHandler"] == nil else { return [:] }
        let isHandled = walk.accepted != nil
        var facts: JSONObject = ["handled": .bool(isHandled), "completion": [.bool(isHandled)]]
        if isHandled { facts["by"] = "handler" }
        if route?.flag("handler") == nil { facts["by"] = "none" }
        return facts
    }

    /// The case's route that a resolution found.
    private static func route(of resolution: Resolution, in test: ConformanceCase) -> JSONObject? {
        resolution.route.flatMap { Int($0.target) }.map { test.routes[$0] }
    }
}
