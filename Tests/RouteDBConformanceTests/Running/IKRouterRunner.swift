import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// IKRouter: one namespace; names of parameters have their colon, and routables provide for them.
struct IKRouterRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: RouteNamespace.defaultName, profile: .ikrouter)
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
        let dispatcher = registry.dispatcher
        let (handlers, stack) = (CallLog(), CallLog())
        for (index, route) in test.routes.enumerated() {
            guard let answer = route.flag("handler") else { continue }
            dispatcher.handle(String(index)) { _ in
                handlers.note("handler")
                return answer ? .handled : .declined
            }
        }
        bindRoutables(test, dispatcher)
        if let answer = test.options.flag("routableHandler") {
            dispatcher.handleStacks { objects, _ in
                handlers.note("routables")
                for case let object as Routable in objects { object.type.map(stack.note) }
                return answer ? .handled : .declined
            }
        }
        let report = await dispatcher.dispatch(DispatchRequest(url))
        if report.resolution.outcome == .invalid { errors.append(JSONValue(["invalidURL", url])) }
        let caller = handlers.calls.last
        return matchFacts(report.resolution, test).merging([
            "errors": .array(errors), "handled": .bool(report.isHandled),
            "completion": [.bool(report.isHandled)], "by": .string(caller ?? "none"),
            "stack": caller == "routables" ? JSONValue(stack.calls) : .null,
        ])
    }

    /// What a routable gives for a parameter.
    ///
    /// Without a type it gives nothing, which the consumer leaves out of the stack.
    private struct Routable: Sendable {
        let type: String?
    }

    /// Binds the routables; of those for one parameter the first counts.
    private static func bindRoutables(_ test: ConformanceCase, _ dispatcher: Dispatcher) {
        for routable in test.options.array("routables")?.compactMap(\.object) ?? [] {
            guard let parameter = routable.text("parameter"), parameter.hasPrefix(":") else {
                continue
            }
            let name = String(parameter.dropFirst())
            guard !dispatcher.providedParameters.contains(name) else { continue }
            let type = routable.flag("declines") == true ? nil : routable.text("type")
            dispatcher.provide(name) { _, _ in Routable(type: type) }
        }
    }

    private static func matchFacts(
        _ resolution: Resolution, _ test: ConformanceCase
    ) -> JSONObject {
        guard let route = resolution.route else {
            return ["matched": false]
        }
        var params = JSONObject()
        for member in resolution.parameters.members { params[":\(member.key)"] = member.value }
        let query = resolution.queryValues
        var lookup = JSONObject()
        for name in test.options.texts("lookup") {
            lookup[name] = params[name] ?? query[name] ?? .null
        }
        return [
            "matched": true, "pattern": .string(route.patternText), "params": .object(params),
            "query": .object(query), "lookup": .object(lookup),
        ]
    }
}
