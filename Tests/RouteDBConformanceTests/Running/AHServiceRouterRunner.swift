import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// AHServiceRouter: services are namespaces, and tasks are routes without a pattern.
///
/// They are of the kinds `task` and `vc`. What takes unknown services and tasks is the unmatched
/// handler.
struct AHServiceRouterRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(
            name: RouteNamespace.defaultName, overrides: [.registration: "keep-first"])
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        let kept = KeptCompletions()
        var tasks = AHServiceTasks(keeping: kept)
        for route in test.routes { try await tasks.register(route, in: &registry) }
        for step in test.steps {
            switch (step.text("op"), step.object("route"), step.text("service")) {
            case ("register", let route?, _): try await tasks.register(route, in: &registry)
            case ("removeService", _, let service?):
                try await registry.removeNamespace(try await registry.service(service))
            default: throw UnsupportedCase("the step \(step)")
            }
        }
        let host = ScriptedHost(stack(test), script: tasks.script)
        switch test.request.text("op") {
        case "list":
            let names = registry.namesByNamespace
            let services = registry.dispatcher.services()
            return ["services": JSONValue(services.map { names[$0] ?? $0 })]
        case "reuse": return try await reuse(test, host, &registry)
        case "doTask", "navigate": break
        case let op: throw UnsupportedCase("the op '\(op ?? "")'")
        }
        let fallback = try await AHServiceFallback(
            test, on: host, keeping: kept, &registry)
        let report = try await ask(test, host, registry)
        if test.options.flag("finishLater") == true { kept.finish(["late": true]) }
        var facts = report.facts(test, host)
        facts["fallbackUsed"] = .bool(fallback.isUsed)
        return facts
    }

    private static func ask(
        _ test: ConformanceCase, _ host: ScriptedHost, _ registry: CaseRegistry
    ) async throws -> Dispatcher.Report {
        let (request, context) = (test.request, test.context.object ?? [:])
        let (task, service) = (request.text("task") ?? "", request.text("service") ?? "")
        let namespace = registry.name(ofService: service)
        guard request.text("op") == "navigate" else {
            return await registry.dispatcher.perform(
                task, of: namespace, kind: "task", context: context)
        }
        var presentation = RoutePresentation()
        switch request.text("type") {
        case "push": presentation.verb = .push
        case "present": presentation.verb = .present
        case "presentWithNav": (presentation.verb, presentation.wraps) = (.present, true)
        case let type: throw UnsupportedCase("the type '\(type ?? "")'")
        }
        return await registry.dispatcher.navigate(
            DispatchRequest(
                ResolutionRequest(
                    named: task, namespace: namespace, kind: "vc", context: context),
                presentation: presentation),
            on: host)
    }

    /// Looks for a screen that is there, as the plan for one that is like it does.
    private static func reuse(
        _ test: ConformanceCase, _ host: ScriptedHost, _ registry: inout CaseRegistry
    ) async throws -> JSONObject {
        let match = test.request.object("match") ?? [:]
        var presentation = RoutePresentation()
        presentation.reuse = key(of: match) == nil ? .anyOfKind : .sameKey
        presentation.key = "key"
        try await registry.add([
            RouteDraft(
                pattern: nil, target: match.text("screen") ?? "", name: "reuse",
                presentation: presentation)
        ])
        let resolution = registry.table.resolve(
            ResolutionRequest(named: "reuse", context: match))
        let plan = try resolution.plan(over: await host.stack())
        guard case .popTo(let index)? = plan?.action else {
            return ["reused": false, "stack": JSONValue(host.shown)]
        }
        return [
            "reused": true, "reusedIndex": .int(Int64(index)), "stack": JSONValue(host.shown),
        ]
    }

    private static func stack(_ test: ConformanceCase) -> [ScriptedHost.Screen] {
        (test.options.array("stack") ?? []).compactMap(\.object).map {
            ScriptedHost.Screen($0.text("screen") ?? "", key: key(of: $0))
        }
    }

    private static func key(of screen: JSONObject) -> String? {
        screen.withoutNulls["key"].map { $0.text ?? $0.description }
    }
}

extension Dispatcher.Report {
    /// What came of a task, or of the navigation to its screen or the fallback's.
    fileprivate func facts(_ test: ConformanceCase, _ host: ScriptedHost) -> JSONObject {
        let shown = navigation ?? result as? NavigationResult
        let top = shown?.screens.last as? ScriptedHost.Screen
        var facts: JSONObject = [
            "matched": .bool(resolution.route != nil), "completion": .array(completions(test)),
            "result": (result as? JSONObject).map { .object($0) } ?? .null,
            "stack": JSONValue(host.shown), "action": "none", "reused": false,
            "wrapped": .bool(shown?.isWrapped ?? false),
        ]
        facts["values"] = host.screens.last.map { .object($0.values) } ?? .null
        switch shown?.action {
        case .push: facts["action"] = "push"
        case .present:
            facts["action"] = "present"
            facts["presented"] = JSONValue(top?.text)
        case .popTo(let index):
            facts["action"] = "popTo"
            facts["reused"] = true
            facts["reusedIndex"] = .int(Int64(index))
        case .some(.none), nil: break
        }
        return facts
    }

    /// The calls of the caller's completion, if it has one.
    private func completions(_ test: ConformanceCase) -> [JSONValue] {
        guard test.options.flag("noCompletion") != true else { return [] }
        switch completion?.current {
        case .finished(let info):
            return [[true, (info as? JSONObject).map { .object($0) } ?? .null]]
        case .failed: return [[false, .null]]
        case .abandoned, .waitCancelled, nil: return []
        }
    }
}
