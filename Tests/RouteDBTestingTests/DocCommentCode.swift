import RouteDB
import RouteDBTesting
import Testing

/// The code in the documentation comments of `RouteDBTesting`, with which a test compares it.
///
/// Nothing calls it: it shows that the code compiles.
private enum DocCommentCode {
    struct UserScreen {
        init(_ resolution: Resolution) throws { _ = try resolution.value("id", as: Int.self) }
    }

    static func clocks() throws -> Dispatcher {
        // TestClock.swift begins
        let clock = try TestClock(at: "2026-07-01T09:00:00+02:00")
        let registry = try RouteRegistry(testing: ["/news/{id}": "news"], clock: clock)
        let options = Dispatcher.Options(timeout: .seconds(5), clock: clock)
        let dispatcher = Dispatcher(registry, options: options)
        try clock.move(to: "2026-07-01T22:00:00+02:00")
        // TestClock.swift ends
        return dispatcher
    }

    static func registry(of builtin: RegistryDocument, _ clock: TestClock) throws -> RouteRegistry {
        // RouteRegistry+Testing.swift begins
        let registry = try RouteRegistry(inMemory: builtin, options: .testing(clock: clock))
        // RouteRegistry+Testing.swift ends
        return registry
    }

    static func resolution() throws -> UserScreen {
        // RouteRegistry+Testing.swift begins
        let resolution = try Resolution(of: "myapp://user/42", matching: "myapp://user/{id:int}")
        let screen = try UserScreen(resolution)
        // RouteRegistry+Testing.swift ends
        return screen
    }

    static func invocation(
        _ registry: RouteRegistry, _ showUser: Dispatcher.Handler
    ) async throws -> HandlerAnswer {
        // RouteRegistry+Testing.swift begins
        let invocation = DispatchInvocation(registry.resolve("myapp://user/42"))
        let answer = try await showUser(invocation)
        // RouteRegistry+Testing.swift ends
        return answer
    }

    static func host(_ dispatcher: Dispatcher) async {
        // ScriptedHost.swift begins
        let host = ScriptedHost([ScriptedHost.Screen("home")])
        let report = await dispatcher.navigate(DispatchRequest("myapp://user/42"), on: host)
        #expect(report.navigation?.action == .push)
        #expect(host.shown == ["home", "user.profile#42"])
        // ScriptedHost.swift ends
    }

    static func conformance(_ registry: RouteRegistry) async {
        // HostConformance.swift begins
        let findings = await HostConformance.findings(
            of: ["myapp://user/42", "myapp://settings"], in: registry
        ) {
            ScriptedHost()
        }
        #expect(findings == [])
        // HostConformance.swift ends
    }
}
