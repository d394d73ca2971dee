import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Dispatching under access rules")
struct AccessDispatchTests {
    private static let order = RouteScope.route(RouteID(rawValue: 1))

    /// Routes to an order, for members, and to whatever else, with a handler for every target.
    private static func shop(
        _ log: CallLog, _ rules: (inout DispatchFixture) -> Void
    ) throws -> Dispatcher {
        var fixture = DispatchFixture()
        try fixture.add("/order", "order", priority: 1)
        try fixture.add("/**", "rest")
        rules(&fixture)
        let dispatcher = fixture.dispatcher()
        dispatcher.handle(prefix: "") { invocation in
            log.note(invocation.target ?? "-")
            return .handled
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        return dispatcher
    }

    @Test("A denial is final: no handler, guard or other match follows")
    func denial() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) { $0.add(rule: .deny, .anyone, on: Self.order) }
        dispatcher.protect { _ in
            log.note("guard")
            return .allow
        }
        let request = DispatchRequest("/order")
        let report = await dispatcher.dispatch(request)
        let denial = try #require(report.denial as? AccessDenial)
        #expect(denial.route.target == "order" && denial.decision.code == "E1")
        #expect("\(denial)" == "Members only.")
        #expect(report.tries == ["order denied"])
        #expect(!dispatcher.canDispatch(request))
        _ = await dispatcher.navigate(request, on: ScriptedHost())
        #expect(log.calls == [])
    }

    @Test("Tasks and screens are subject to the caller's access")
    func principals() async throws {
        var fixture = DispatchFixture()
        fixture.add(namespace: "service")
        try fixture.add(nil, "make", name: "make", in: 2)
        try fixture.add("/show", "show")
        fixture.add(
            rule: .challenge("login"), .anonymous, on: .namespace(NamespaceID(rawValue: 1)))
        fixture.add(rule: .deny, .anonymous, on: .namespace(NamespaceID(rawValue: 2)))
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("make") { .handled($0.request.request.principal?.id) }
        #expect(await dispatcher.perform("make", of: "service").outcome.name == "denied")
        let report = await dispatcher.perform("make", of: "service", as: RequestPrincipal("alice"))
        #expect(report.result as? String == "alice")
        let host = ScriptedHost()
        let challenged = await dispatcher.navigate(DispatchRequest("/show"), on: host)
        let resumption = try #require(challenged.resumption)
        #expect(await dispatcher.resume(resumption, on: host).outcome.name == "denied")
        _ = await dispatcher.resume(resumption, as: RequestPrincipal("alice"), on: host)
        #expect(host.shown == ["show"])
    }

    @Test("14. A request's guard replaces guards but no rules")
    func replacingGuard() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) { $0.add(rule: .deny, .anyone, on: Self.order) }
        var request = DispatchRequest("/order")
        request.replacingGuard = { _ in .allow }
        #expect(await dispatcher.dispatch(request).outcome.name == "denied")
        #expect(log.calls == [])
    }

    @Test("A match after a declined one is decided too")
    func denialBehindDecline() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) {
            $0.add(rule: .deny, .anyone, on: .route(RouteID(rawValue: 2)))
        }
        dispatcher.handle("order") { _ in .declined }
        let report = await dispatcher.dispatch("/order")
        #expect(report.tries == ["order declined", "rest denied"])
        #expect(log.calls == [])
    }

    @Test("A login that provides the principal satisfies a rule's challenge")
    func login() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) {
            $0.add(rule: .allow, .role("member"), on: Self.order)
            $0.add(rule: .challenge("login"), .anonymous, on: Self.order)
        }
        dispatcher.handle("login") { invocation in
            log.note("login for \(invocation.resumption?.request.request.url ?? "-")")
            return .handled(RequestPrincipal("ada", roles: ["member"]))
        }
        let report = await dispatcher.dispatch("/order")
        #expect(report.outcome.name == "handled")
        #expect(report.resolution.request.principal?.id == "ada")
        #expect(log.calls == ["login for /order", "order"])
    }

    @Test("A login that does not provide the principal is not repeated forever")
    func loop() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) {
            $0.add(rule: .challenge("login"), .anonymous, on: Self.order)
        }
        let report = await dispatcher.dispatch("/order")
        #expect((report.denial as? Dispatcher.Failure)?.code == .challengeLoop)
        #expect(log.calls == ["login"])
    }

    @Test("An unmet challenge can be met later, by the principal known then")
    func later() async throws {
        let log = CallLog()
        let dispatcher = try Self.shop(log) {
            $0.add(rule: .challenge("login"), .anonymous, on: Self.order)
            $0.add(rule: .deny, .principal("eve"), on: Self.order)
        }
        dispatcher.handle("login") { _ in .declined }
        let report = await dispatcher.dispatch("/order")
        #expect(report.outcome.name == "challenged")
        let resumption = try #require(report.resumption)
        let ada = await dispatcher.resume(resumption, as: RequestPrincipal("ada"))
        #expect(ada.outcome.name == "handled")
        let eve = await dispatcher.resume(resumption, as: RequestPrincipal("eve"))
        #expect(eve.denial is AccessDenial)
        #expect(log.calls == ["order"])
    }

    @Test("A rule that depends on the time uses the dispatcher's clock")
    func time() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/order", "order")
        fixture.add(rule: .deny, .anyone, on: Self.order, until: 100)
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: fixture.namespaces, routes: fixture.routes,
                accessRules: fixture.rules))
        for (time, outcome) in [(99, "denied"), (100, "handled")] as [(Timestamp, String)] {
            let dispatcher = Dispatcher(clock: { time }, table: { table })
            dispatcher.handle("order") { _ in .handled }
            #expect(await dispatcher.dispatch("/order").outcome.name == outcome)
        }
    }
}
