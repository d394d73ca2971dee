import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// The tasks of a case, and the code behind them.
struct AHServiceTasks {
    /// What a worker of screens throws that makes none: nothing else is shown then.
    private struct NoScreen: Error {}

    /// The routes whose workers make no screen.
    private var declining: Set<RouteID> = []
    private var count = 0
    let kept: KeptCompletions

    init(keeping kept: KeptCompletions) { self.kept = kept }

    /// Registers a task; the second one of a name is ignored.
    mutating func register(_ route: JSONObject, in registry: inout CaseRegistry) async throws {
        let service = route.text("service") ?? ""
        count += 1
        var draft = RouteDraft(
            pattern: nil, target: "task \(count)", name: route.text("task"),
            kind: route.text("kind"), namespace: try await registry.service(service))
        draft.requirements = try (route.object("requires")?.members ?? []).map { member in
            RouteRequirement(member.key, try Self.kind(member.value.text))
        }
        let isScreen = draft.kind == "vc"
        if isScreen {
            draft.target = route.text("screen") ?? ""
            var presentation = RoutePresentation()
            presentation.key = route.text("keyFrom")
            presentation.reuse = try route.text("reuse").map(Self.reuse)
            draft.presentation = presentation
        }
        guard let id = try await registry.add([draft]).first ?? nil else { return }
        if !isScreen {
            bind(route, to: draft.target, registry.dispatcher)
        } else if route.flag("declines") == true {
            declining.insert(id)
        }
    }

    /// What makes the screens of the case.
    var script: ScriptedHost.Script {
        var script = ScriptedHost.Script()
        script.make = { [declining] screen, invocation in
            guard let route = invocation.resolution.route, declining.contains(route.id) else {
                return .screen(ScriptedHost.Screen(screen))
            }
            throw NoScreen()
        }
        return script
    }

    private func bind(_ route: JSONObject, to target: String, _ dispatcher: Dispatcher) {
        dispatcher.handle(target) { [kept] invocation in
            if route.flag("declines") == true {
                invocation.completion.fail(NoScreen())
                return .handled
            }
            if route.flag("completes") == true { invocation.completion.finish() }
            if route.flag("defers") == true { kept.keep(invocation.completion) }
            return route.object("result").map { .handled($0) } ?? .handled
        }
    }

    private static func kind(_ type: String?) throws -> ValueKind {
        switch type {
        case "double", "float": return .number
        case "list": return .array
        case "dictionary": return .object
        default:
            if let kind = type.flatMap(ValueKind.init(rawValue:)) { return kind }
            throw UnsupportedCase("the type '\(type ?? "")'")
        }
    }

    private static func reuse(_ word: String) throws -> RoutePresentation.Reuse {
        if let reuse = RoutePresentation.Reuse(rawValue: word) { return reuse }
        throw UnsupportedCase("the reuse '\(word)'")
    }
}
