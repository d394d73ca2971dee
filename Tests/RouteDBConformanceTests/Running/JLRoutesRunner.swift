import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// JLRoutes: `default` holds the global routes, and every scheme that the case names has a
/// namespace, as asking JLRoutes for a scheme makes one.
struct JLRoutesRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        var draft = NamespaceDraft(name: RouteNamespace.defaultName, profile: .jlroutes)
        if test.options.flag("decodePlus") == false { draft.overrides[.plus] = "literal" }
        if test.options.flag("alwaysTreatsHostAsPathComponent") == true {
            draft.overrides[.host] = "component"
        }
        return draft
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        var drafts: [RouteDraft] = []
        for (index, route) in test.routes.enumerated() {
            drafts.append(
                RouteDraft(
                    pattern: route.text("pattern") ?? "", target: String(index),
                    namespace: try await namespace(route.text("scheme"), test, &registry),
                    priority: Int32(clamping: route.integer("priority") ?? 0)))
        }
        try await registry.add(drafts)
        for scheme in test.options.texts("fallbackToGlobal") {
            _ = try await namespace(scheme, test, &registry)
        }
        let (calls, unmatchedCalls) = (CallLog(), CallLog())
        registry.dispatcher.handle(prefix: "") { invocation in
            let match = invocation.resolution
            calls.note(pattern(of: match) ?? "")
            let accepts = try CaseHandler(match, in: test)?.accepts(
                match, values: invocation.values)
            return accepts == true ? .handled : .declined
        }
        for scheme in test.options.array("unmatchedHandlers") ?? [] {
            let namespace = try await namespace(scheme.text, test, &registry)
            registry.dispatcher.handleUnmatched(in: namespace) { _ in
                unmatchedCalls.note(scheme.text ?? "*")
                return .handled
            }
        }
        for step in test.steps { try await take(step, test, &registry) }
        var facts: JSONObject
        switch test.op {
        case nil, "route": facts = try await route(test, &registry)
        case "canRoute":
            let request = try await request(test, &registry).map { DispatchRequest($0) }
            facts = ["matched": .bool(request.map(registry.dispatcher.canDispatch) ?? false)]
        case "list": facts = ["registered": .object(listing(registry))]
        case let op?: throw UnsupportedCase("the op '\(op)'")
        }
        facts["calls"] = JSONValue(calls.calls)
        facts["unmatchedCalls"] = JSONValue(unmatchedCalls.calls)
        return facts
    }

    /// The namespace of a scheme; of none, the global one.
    private static func namespace(
        _ scheme: String?, _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws -> String {
        guard let scheme else { return RouteNamespace.defaultName }
        // Schemes that differ by case only are one.
        let folded = scheme.lowercased()
        let known = registry.namesByNamespace.values.first { $0.lowercased() == folded }
        return try await registry.namespace(known ?? scheme) { draft in
            draft.schemes = [scheme]
            let falling = test.options.texts("fallbackToGlobal").map { $0.lowercased() }
            if falling.contains(folded) {
                draft.fallback = RouteNamespace.defaultName
            }
        }
    }

    private static func take(
        _ step: JSONObject, _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws {
        let scheme = step.text("scheme")
        switch step.text("op") {
        case "removePattern":
            let routes = registry.routes(in: try await namespace(scheme, test, &registry))
            let found = routes.first { $0.patternText == step.text("pattern") }
            try await registry.remove(found.map { [$0] } ?? [])
        case "removeRoute":
            let routes = registry.routes(in: try await namespace(scheme, test, &registry))
            let found = routes.filter {
                $0.patternText == step.text("pattern")
                    && Int64($0.priority) == step.integer("priority") ?? 0
            }
            try await registry.remove(found)
        case "removeAll":
            let namespace = try await namespace(scheme, test, &registry)
            try await registry.remove(registry.routes(in: namespace))
        case "unregisterScheme":
            guard scheme != nil else { throw UnsupportedCase("the step \(step)") }
            try await registry.removeNamespace(try await namespace(scheme, test, &registry))
        case "unregisterAll":
            for namespace in registry.namesByNamespace.keys.sorted() {
                try await registry.removeNamespace(namespace)
            }
            try await registry.remove(registry.routes(in: RouteNamespace.defaultName))
            registry.dispatcher.removeUnmatchedHandler(in: RouteNamespace.defaultName)
        case "listScheme": _ = try await namespace(scheme, test, &registry)
        case let op: throw UnsupportedCase("the step '\(op ?? "")'")
        }
    }

    /// The request of a case; `nil` without a URL.
    private static func request(
        _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws -> ResolutionRequest? {
        guard let url = test.url else { return nil }
        var request = ResolutionRequest(url, context: test.context.object ?? [:])
        if let scheme = test.options["routeIn"] {
            request.namespace = try await namespace(scheme.text, test, &registry)
        }
        return request
    }

    private static func route(
        _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws -> JSONObject {
        guard let request = try await request(test, &registry) else { return ["matched": false] }
        let report = try await registry.dispatcher.dispatch(DispatchRequest(request)).checked()
        let match = report.resolution
        guard report.isHandled, let namespace = match.namespace?.name else {
            return ["matched": false]
        }
        let hasWildcard = match.matchedPattern?.path.contains(.catchAll) ?? false
        return [
            "matched": true, "pattern": JSONValue(pattern(of: match)),
            "scheme": .string(registry.namesByNamespace[namespace] ?? "*"),
            "params": .object(match.values),
            "wildcard": hasWildcard ? JSONValue(match.wildcards) : .null,
        ]
    }

    /// The pattern that JLRoutes would have stored: of one with optional groups, a variant.
    static func pattern(of match: Resolution) -> String? {
        guard let route = match.route, let variant = match.matchedPattern else { return nil }
        return text(of: variant, route)
    }

    private static func text(of variant: RoutePattern, _ route: Route) -> String {
        guard route.pattern?.hasGroups == true else { return route.patternText }
        return PatternSyntax("jlroutes")?.text(of: variant) ?? variant.description
    }

    /// The patterns of each namespace in the order of match.
    private static func listing(_ registry: CaseRegistry) -> JSONObject {
        var listing = JSONObject()
        let names = [RouteNamespace.defaultName: "*"].merging(registry.namesByNamespace) { $1 }
        for (namespace, name) in names {
            listing[name] = JSONValue(
                registry.table.rankedPatterns(in: namespace).map { text(of: $0.pattern, $0.route) })
        }
        return listing
    }
}

extension RoutePattern {
    /// Whether a part of the path is optional.
    fileprivate var hasGroups: Bool {
        path.contains { element in
            if case .optional = element { true } else { false }
        }
    }
}
