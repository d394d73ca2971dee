import RouteDB
import RouteDBTestSupport

/// What makes the screens of a case: classes, instances, and callbacks that may hand one back.
struct ARouteScreens: Sendable {
    private let test: ConformanceCase
    /// The routes whose callbacks were called.
    private let callbacks = CallLog()

    init(_ test: ConformanceCase) { self.test = test }

    /// The target of a class, apart from those of routes, which are their indices.
    static func target(ofClass name: String) -> String { "class \(name)" }

    var hasCalledBack: Bool { !callbacks.calls.isEmpty }

    var script: ScriptedHost.Script {
        var script = ScriptedHost.Script()
        let items = (test.routes + test.routes.compactMap { $0.object("action") } + [test.request])
            .flatMap { $0.array("prestack") ?? [] }
        script.instances = Set(items.compactMap { $0.object?.text("instance") })
        script.make = { screen, _ in
            var made = ScriptedHost.Screen(screen)
            let target = made.name
            guard let index = Int(target) else {
                made.name = String(target.dropFirst("class ".count))
                return .screen(made)
            }
            let route = test.routes[index]
            if route.flag("callback") == true { callbacks.note(target) }
            guard let name = Self.screen(of: route) else {
                return route.flag("callback") == true ? .handled : .declined
            }
            made.name = name
            return .screen(made)
        }
        return script
    }

    /// The screen of a route, or the one that its callback hands back.
    private static func screen(of route: JSONObject) -> String? {
        if route.flag("callback") == true { return route.text("callbackTarget") }
        return route.object("action")?.text("target") ?? route.text("target")
    }
}
