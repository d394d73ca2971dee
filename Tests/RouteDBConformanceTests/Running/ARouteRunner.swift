import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// ARoute: `default` is the shared router, and every named router is a namespace.
///
/// Every route presents its screen; an action is a registration that says more.
struct ARouteRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: RouteNamespace.defaultName, profile: .aroute)
    }

    /// A class makes its object of the raw text.
    static func converters(_ test: ConformanceCase) -> [String: ParameterConverter.Function] {
        var functions: [String: ParameterConverter.Function] = [:]
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
            var draft = RouteDraft(
                pattern: pattern, syntax: syntax, target: String(index), name: route.text("name"),
                namespace: try await namespace(route.text("router"), test, &registry))
            let action = route.object("action") ?? [:]
            draft.defaults = (route.object("defaults") ?? [:])
                .merging(action.object("parameters") ?? [:])
            var presentation = try RoutePresentation(aroute: route)
                .covered(by: try RoutePresentation(aroute: action))
            presentation.verb = .present
            draft.presentation = presentation
            drafts.append(draft)
            if let check = (ARouteGuard(action) ?? ARouteGuard(route))?.check {
                registry.dispatcher.protect(draft.target, check)
            }
        }
        try await registry.add(drafts)
        for step in test.steps {
            guard step.text("op") == "clearAll" else {
                throw UnsupportedCase("the step \(step)")
            }
            let namespace = try await namespace(step.text("router"), test, &registry)
            try await registry.remove(registry.routes(in: namespace))
        }
        let namespace = try await namespace(test.request.text("router"), test, &registry)
        return try await execute(try request(test, in: namespace), test, registry.dispatcher)
    }

    private static func request(
        _ test: ConformanceCase, in namespace: String
    ) throws -> DispatchRequest {
        let context = test.context.object ?? [:]
        let name = test.request.text("name")
        let asked =
            name.map { ResolutionRequest(named: $0, namespace: namespace, context: context) }
            ?? ResolutionRequest(test.url ?? "", namespace: namespace, context: context)
        return DispatchRequest(
            asked, presentation: try RoutePresentation(aroute: test.request),
            replacingGuard: ARouteGuard(test.request)?.check)
    }

    private static func namespace(
        _ router: String?, _ test: ConformanceCase, _ registry: inout CaseRegistry
    ) async throws -> String {
        guard let router else { return RouteNamespace.defaultName }
        return try await registry.namespace(router)
    }

    private static func execute(
        _ request: DispatchRequest, _ test: ConformanceCase, _ dispatcher: Dispatcher
    ) async throws -> JSONObject {
        let screens = ARouteScreens(test)
        let host = ScriptedHost(script: screens.script)
        // ARoute has nobody else to ask, so whatever gets here was not taken.
        let unclaimed = CallLog()
        dispatcher.handleUnmatched { _ in
            unclaimed.note("unmatched")
            return .handled
        }
        let report = await dispatcher.navigate(request, on: host)
        var facts = matchFacts(report.resolution, test)
        let presentations = host.calls.count { if case .present = $0 { true } else { false } }
        facts["completion"] = .int(Int64(presentations))
        var failure = report.warnings.map { ARouteGuard.text(of: $0) }
        switch report.outcome {
        case .handled where report.navigation?.action == .none(.nothingToShow):
            facts["outcome"] = screens.hasCalledBack ? "callback" : "nothing"
        case .handled:
            facts["outcome"] = "presented"
            facts = facts.merging(shownFacts(report.navigation))
        case .denied(let error):
            facts["outcome"] = "denied"
            failure.append(ARouteGuard.text(of: error))
        case .failed: facts["outcome"] = "failed"
        default: facts["outcome"] = unclaimed.calls.isEmpty ? "unclaimed" : "nothing"
        }
        facts["failure"] = .array(failure)
        return facts
    }

    private static func matchFacts(
        _ resolution: Resolution, _ test: ConformanceCase
    ) -> JSONObject {
        guard let route = resolution.route, let index = Int(route.target) else {
            return ["matched": false]
        }
        let marks = ARouteMarks(test.routes[index])
        let parameters = TypedParameters(resolution)
        var raw = JSONObject()
        for (name, text) in resolution.rawParameters {
            raw[marks.key(of: name)] = .string(text)
        }
        return [
            "matched": true, "params": .object(parameters.values),
            "types": .object(parameters.types), "raw": .object(raw),
            "parameters": .object(resolution.defaults.merging(resolution.request.context)),
        ]
    }

    private static func shownFacts(_ result: NavigationResult?) -> JSONObject {
        guard let result else { return [:] }
        let screens = result.screens.compactMap { $0 as? ScriptedHost.Screen }
        let container: JSONValue =
            switch result.plan.container {
            case .navigation: "navigation"
            case .tab: "tab"
            case .custom(let name): .string(name)
            case nil: .null
            }
        return [
            "animated": .bool(result.isAnimated), "container": container,
            "stack": JSONValue(screens.map(\.text)),
        ]
    }
}
