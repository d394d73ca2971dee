import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// URLNavigator: views and handlers are two kinds of routes in one namespace.
///
/// A context is a value of any sort, which passes as an attachment.
struct URLNavigatorRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: RouteNamespace.defaultName, profile: .urlnavigator)
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        for member in test.options.object("converters")?.members ?? [] {
            try await registry.setConverter(
                member.key, to: try rule(member.value), in: RouteNamespace.defaultName)
        }
        let drafts = test.routes.enumerated().map { index, route in
            RouteDraft(
                pattern: route.text("pattern") ?? "", target: String(index),
                kind: route.text("kind") ?? "view")
        }
        try await registry.add(drafts)
        if let step = test.steps.first { throw UnsupportedCase("the step \(step)") }
        let request = ResolutionRequest(test.url ?? "", kind: try kind(for: test.op))
        let resolution = registry.table.resolve(request)
        var facts = matchFacts(resolution)
        facts["query"] = .object(resolution.queryValues)
        facts["queryItems"] = resolution.queryText.map { _ in
            .array(resolution.query.map { .array([.string($0.key), JSONValue($0.value)]) })
        }
        switch test.op {
        case "resolve", "open":
            return facts.merging(try await taken(request, test, registry.dispatcher))
        case "push", "present":
            return facts.merging(try await shown(request, test, registry.dispatcher))
        default: return facts
        }
    }

    /// What a converter of a case does; null is one that was removed.
    private static func rule(_ value: JSONValue) throws -> ParameterConverter.Rule {
        switch value {
        case .null: return .any
        case .array(let texts): return .allow(texts.compactMap(\.text))
        case .object(let affix):
            return .affix(prefix: affix.text("prefix") ?? "", suffix: affix.text("suffix") ?? "")
        default: throw UnsupportedCase("the converter \(value)")
        }
    }

    /// The kind of the routes that an op looks at; of all for one that only matches.
    private static func kind(for op: String?) throws -> String? {
        switch op {
        case nil, "match", "query": nil
        case "resolve", "push", "present": "view"
        case "open": "handler"
        case let op?: throw UnsupportedCase("the op '\(op)'")
        }
    }

    /// The first match, whether its handler accepts or not.
    private static func matchFacts(_ match: Resolution) -> JSONObject {
        guard match.outcome == .matched else { return ["matched": false] }
        let parameters = TypedParameters(match)
        return [
            "matched": true, "pattern": JSONValue(match.route?.patternText),
            "params": .object(parameters.values), "types": .object(parameters.types),
        ]
    }

    private static func dispatchRequest(
        _ request: ResolutionRequest, _ test: ConformanceCase
    ) -> DispatchRequest {
        DispatchRequest(request, attachments: ["context": test.context])
    }

    /// What came of the handler, or of the factory whose view is only asked for.
    private static func taken(
        _ request: ResolutionRequest, _ test: ConformanceCase, _ dispatcher: Dispatcher
    ) async throws -> JSONObject {
        let calls = CaseCalls(test)
        dispatcher.handle(prefix: "") { try calls.accept($0) ? .handled : .declined }
        let report = try await dispatcher.dispatch(dispatchRequest(request, test)).checked()
        return calls.facts.merging(["performed": .bool(report.isHandled)])
    }

    /// What came of showing a view.
    private static func shown(
        _ request: ResolutionRequest, _ test: ConformanceCase, _ dispatcher: Dispatcher
    ) async throws -> JSONObject {
        let (calls, options) = (CaseCalls(test), test.options)
        let isPush = test.op == "push"
        var script = ScriptedHost.Script()
        script.make = { screen, invocation in
            guard try calls.accept(invocation) else { return .declined }
            var made = ScriptedHost.Screen(screen)
            let route = Int(made.name).map { test.routes[$0] }
            made.isContainer = route?.flag("navigationController") == true
            return .screen(made)
        }
        // Without a screen to show others from, the delegate is not asked.
        let hasSource = options.flag("noSource") != true
        let gate = options.object("delegate")
        let isAllowed = hasSource && gate?.flag(isPush ? "shouldPush" : "shouldPresent") != false
        script.allows = { _ in isAllowed }
        var presentation = RoutePresentation()
        presentation.verb = isPush ? .push : .present
        presentation.isAnimated = options.flag("animated")
        presentation.wraps = options["wrap"].map { ![.null, .bool(false)].contains($0) }
        var dispatched = dispatchRequest(request, test)
        dispatched.presentation = presentation
        let host = ScriptedHost(script: script)
        let report = try await dispatcher.navigate(dispatched, on: host).checked()
        let asked = hasSource && gate != nil ? host.calls.count(where: \.isAllow) : 0
        let result = report.isHandled ? report.navigation : nil
        return calls.facts.merging([
            "performed": .bool(report.isHandled),
            "action": .string(result == nil ? "none" : isPush ? "push" : "present"),
            "animated": result.map { .bool($0.isAnimated) } ?? .null,
            "wrapped": .bool(result?.isWrapped ?? false),
            "delegateCalls": [
                "shouldPush": .int(isPush ? Int64(asked) : 0),
                "shouldPresent": .int(isPush ? 0 : Int64(asked)),
            ],
        ])
    }
}

extension ScriptedHost.Call {
    fileprivate var isAllow: Bool { if case .allow = self { true } else { false } }
}
