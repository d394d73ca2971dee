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

    var rules: MemoryNavigationHost.Rules {
        var rules = MemoryNavigationHost.Rules()
        let items = (test.routes + test.routes.compactMap { $0.object("action") } + [test.request])
            .flatMap { $0.array("prestack") ?? [] }
        rules.instances = Set(items.compactMap { $0.object?.text("instance") })
        rules.answer = { target, _ in
            guard let index = Int(target) else {
                return .screen(String(target.dropFirst("class ".count)))
            }
            let route = test.routes[index]
            guard route.flag("callback") == true else {
                return Self.screen(of: route).map { .screen($0) } ?? .declined
            }
            callbacks.note(target)
            return route.text("callbackTarget").map { .screen($0) } ?? .handled
        }
        return rules
    }

    private static func screen(of route: JSONObject) -> String? {
        route.object("action")?.text("target") ?? route.text("target")
    }
}
