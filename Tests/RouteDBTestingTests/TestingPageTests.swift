import RouteDB
import RouteDBTesting
import Testing

/// The code of `Docs/testing-your-app.md` stands between the marks; a test compares the two.
@Suite("Testing your app")
struct TestingPageTests {
    private func showUser(_ invocation: DispatchInvocation) async throws -> HandlerAnswer {
        let id = try invocation.value("id", as: Int.self)
        guard id > 0 else { return .declined }
        return .handled("user \(id)")
    }

    private func requireLogin(_ invocation: DispatchInvocation) async throws -> GuardVerdict {
        invocation.request.request.principal == nil ? .challenge("login") : .allow
    }

    private struct UserScreen {
        let id: Int
        let tab: String?

        init(_ resolution: Resolution) throws {
            id = try resolution.value("id")
            tab = resolution["tab"]?.stringValue
        }
    }

    private static func message(for error: RouteDBError) -> String {
        error.code == .busy ? "Somebody else is saving. Try again." : error.message
    }

    @Test("a registry in memory answers as the app's own does")
    func registries() throws {
        // testing-your-app begins
        let registry = try RouteRegistry(testing: [
            "myapp://user/{id:int}": "user.profile",
            "myapp://settings": "settings",
        ])
        #expect(registry.resolve("myapp://user/42").target == "user.profile")
        // testing-your-app ends
        let builtin = RegistryDocument(routes: [
            RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile")
        ])
        // testing-your-app begins
        let shipped = try RouteRegistry(inMemory: builtin, options: .testing())
        #expect(shipped.resolve("myapp://user/ada").outcome == .unmatched)
        // testing-your-app ends
    }

    @Test("handlers and guards are called by themselves, and through a dispatcher")
    func code() async throws {
        let registry = try RouteRegistry(testing: ["myapp://user/{id:int}": "user.profile"])
        // testing-your-app begins
        let invocation = DispatchInvocation(registry.resolve("myapp://user/42"))
        let answer = try await showUser(invocation)
        #expect(answer.isHandled && answer.result as? String == "user 42")

        guard case .challenge("login") = try await requireLogin(invocation) else {
            Issue.record("no login is required")
            return
        }
        // testing-your-app ends
        // testing-your-app begins
        let dispatcher = Dispatcher(registry)
        dispatcher.protect(prefix: "user", requireLogin)
        dispatcher.handle("user.profile", showUser)
        var request = DispatchRequest("myapp://user/42")
        #expect(await dispatcher.dispatch(request).outcome.name == "challenged")
        request.request.principal = RequestPrincipal("ada")
        let report = await dispatcher.dispatch(request)
        #expect(report.result as? String == "user 42")
        // testing-your-app ends
    }

    @Test("code that takes a resolution gets one of a URL and a pattern")
    func resolutions() throws {
        // testing-your-app begins
        let resolution = try Resolution(
            of: "myapp://user/42?tab=posts", matching: "myapp://user/{id:int}")
        let screen = try UserScreen(resolution)
        #expect(screen.id == 42 && screen.tab == "posts")
        // testing-your-app ends
    }

    @Test("edits and the time of day change what a registry answers")
    func time() async throws {
        // testing-your-app begins
        let clock = try TestClock(at: "2026-07-01T09:00:00+02:00")
        let registry = try RouteRegistry(testing: ["/shop/{id}": "shop"], clock: clock)
        try await registry.edit("Close the shop at night") { editor in
            try editor.addRule(
                RuleDraft(
                    .deny, in: .namespace(RouteNamespace.defaultName),
                    conditions: [AccessRule.Condition("time window 22:00-06:00 +02:00")],
                    message: "The shop is closed."))
        }
        #expect(registry.resolve("/shop/7").outcome == .matched)
        try clock.move(to: "2026-07-01T22:00:00+02:00")
        #expect(registry.resolve("/shop/7").access.message == "The shop is closed.")
        // testing-your-app ends
    }

    @Test("a timeout expires when the clock is advanced")
    func timeouts() async throws {
        let registry = try RouteRegistry(testing: ["/slow": "slow"])
        // testing-your-app begins
        let clock = TestClock()
        let dispatcher = Dispatcher(
            registry, options: Dispatcher.Options(timeout: .seconds(5), clock: clock))
        dispatcher.handle("slow") { _ in
            try await clock.sleep(for: .seconds(60))
            return .handled
        }
        async let dispatched = dispatcher.dispatch(DispatchRequest("/slow"))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await dispatched.outcome.name == "timedOut")
        // testing-your-app ends
    }

    @Test("code that reacts to errors gets any of them")
    func errors() {
        // testing-your-app begins
        let busy = RouteDBError(.busy, "The registry is in use by another process.")
        #expect(Self.message(for: busy) == "Somebody else is saving. Try again.")
        // testing-your-app ends
    }

    @Test("screens are shown in memory")
    func screens() async throws {
        let registry = try RouteRegistry(testing: [:])
        try await registry.edit { editor in
            var presentation = RoutePresentation()
            presentation.key = "id"
            presentation.reuse = .sameKey
            try editor.add(
                RouteDraft(
                    pattern: "myapp://user/{id:int}", target: "user.profile",
                    presentation: presentation))
        }
        // testing-your-app begins
        let host = ScriptedHost([ScriptedHost.Screen("home")])
        let dispatcher = Dispatcher(registry)
        _ = await dispatcher.navigate(DispatchRequest("myapp://user/42"), on: host)
        #expect(host.shown == ["home", "user.profile#42"])
        let again = await dispatcher.navigate(DispatchRequest("myapp://user/42"), on: host)
        #expect(again.navigation?.action == .popTo(1))
        // testing-your-app ends
        // testing-your-app begins
        var script = ScriptedHost.Script()
        script.make = { screen, _ in
            screen.values["id"] == 13 ? .declined : .screen(ScriptedHost.Screen(screen))
        }
        let picky = ScriptedHost(script: script)
        let report = await dispatcher.navigate(DispatchRequest("myapp://user/13"), on: picky)
        #expect(report.navigation?.action == .none(.noScreen("user.profile")))
        #expect(picky.calls == [.make("user.profile")])
        // testing-your-app ends
    }

    @Test("a host of the app's own is tried")
    func conformance() async throws {
        typealias MyHost = ScriptedHost
        let registry = try RouteRegistry(testing: [
            "myapp://user/{id:int}": "user.profile", "myapp://settings": "settings",
        ])
        // testing-your-app begins
        let findings = await HostConformance.findings(
            of: ["myapp://user/42", "myapp://settings"], in: registry,
            containers: [.navigation, .tab]
        ) {
            MyHost()
        }
        #expect(findings == [])
        // testing-your-app ends
    }
}
