import RouteDB

/// ARoute: `default` is the shared router, and every named router is a namespace.
struct ARouteRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: Namespace.defaultName, profile: .aroute)
    }

    /// A class makes its object of the raw text.
    static func converters(_ test: ConformanceCase) -> [String: ConverterFunction] {
        var functions: [String: ConverterFunction] = [:]
        for name in test.options.texts("castClasses") {
            functions[name] = { ["object": .string(name), "from": .string($0)] }
        }
        return functions
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        if let op = test.op { throw UnsupportedCase("the op '\(op)'") }
        for name in test.options.texts("castClasses") {
            // Converters belong to namespaces, and a class may be cast to in each.
            for router in Set(test.routes.map { $0.text("router") }) {
                let namespace = try await namespace(router, test, &registry)
                try await registry.setConverter(name, to: .code, in: namespace)
            }
        }
        var drafts: [RouteDraft] = []
        for (index, route) in test.routes.enumerated() where route.flag("stored") != false {
            let pattern = route.text("pattern") ?? ""
            guard let syntax = ARouteMarks(route).syntax else {
                registry.refuse(pattern)
                continue
            }
            drafts.append(
                RouteDraft(
                    pattern: pattern, syntax: syntax, target: String(index),
                    namespace: try await namespace(route.text("router"), test, &registry),
                    defaults: route.object("defaults") ?? [:]))
        }
        try await registry.add(drafts)
        for step in test.steps {
            guard step.text("op") == "clearAll" else {
                throw UnsupportedCase("the step \(step)")
            }
            let namespace = try await namespace(step.text("router"), test, &registry)
            try await registry.remove(registry.routes(in: namespace))
        }
        // A route that is asked for by its name is found without matching.
        guard test.request.text("name") == nil else { return [:] }
        let request = ResolutionRequest(
            test.url ?? "",
            namespace: try await namespace(test.request.text("router"), test, &registry),
            context: test.context.object ?? [:])
        return facts(registry.table.resolve(request), test)
    }

    private static func namespace(
        _ router: String?, _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws -> String {
        guard let router else { return Namespace.defaultName }
        return try await registry.namespace(router)
    }

    private static func facts(_ resolution: Resolution, _ test: ConformanceCase) -> JSONObject {
        guard let route = resolution.route, let index = Int(route.target) else {
            return [
                "matched": false, "params": nil, "types": nil, "raw": nil, "parameters": nil,
                "outcome": "nothing", "stack": nil,
            ]
        }
        let registered = test.routes[index]
        let parameters = TypedParameters(resolution)
        var raw = JSONObject()
        for (name, text) in resolution.rawParameters {
            raw[ARouteMarks(registered).key(of: name)] = .string(text)
        }
        var facts: JSONObject = [
            "matched": true, "params": .object(parameters.values),
            "types": .object(parameters.types), "raw": .object(raw),
        ]
        if registered["action"] == nil {
            facts["parameters"] = .object(resolution.defaults.merging(resolution.request.context))
        }
        if let target = registered.text("target"), isPlain(registered), isPlain(test.request) {
            facts["outcome"] = "presented"
            facts["stack"] = JSONValue([target])
        }
        return facts
    }

    /// Whether nothing comes between the match and its screen, in a route or in a request.
    private static func isPlain(_ object: JSONObject) -> Bool {
        let between = ["protect", "embedding", "embedIn", "prestack", "callback", "action"]
        return between.allSatisfy { object[$0] == nil }
    }
}
