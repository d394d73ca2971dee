import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Dispatching redirects")
struct RedirectDispatchTests {
    private struct Refused: Error {}

    private func dispatcher() throws -> Dispatcher {
        let namespace = RouteNamespace(id: NamespaceID(rawValue: 1), name: "default")
        let drafts: [(String, RouteRedirect?)] = [
            ("/user/{id}", RouteRedirect(to: "/people/{id}")), ("/old", .gone), ("/page", nil),
            ("/{shop}/s", RouteRedirect(to: "https://{shop}.x.com/")),
            ("/people/{id}", nil), ("/a", RouteRedirect(to: "/b")), ("/b", RouteRedirect(to: "/a")),
            ("/moved", RouteRedirect(to: "/old")), ("/far", RouteRedirect(to: "https://x.com/old")),
        ]
        let routes = try drafts.enumerated().map { index, draft in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                pattern: try RoutePattern(draft.0), target: draft.1 == nil ? "page" : "redirect",
                redirect: draft.1)
        }
        let table = RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes))
        return Dispatcher { table }
    }

    @Test("A redirect without a handler ends the dispatch, with its values filled in")
    func redirected() async throws {
        let dispatcher = try dispatcher()
        let report = await dispatcher.dispatch("/user/42?x=1")
        guard case .redirected(let redirect) = report.outcome else {
            Issue.record("\(report.outcome.name)")
            return
        }
        #expect(redirect == RouteRedirect(to: "/people/42?x=1"))
        #expect(report.attempts.map(\.outcome) == [.redirected])
        guard case .redirected(.gone) = await dispatcher.dispatch("/old").outcome else {
            Issue.record("not gone")
            return
        }
        #expect(await dispatcher.dispatch("/page").outcome.name == "declined")
        #expect(await dispatcher.dispatch("/a%2Fb/s").outcome.name == "declined")
    }

    @Test("A handler of the target takes it instead, and guards come first")
    func handled() async throws {
        let dispatcher = try dispatcher()
        dispatcher.handle("redirect") { .handled($0.resolution.redirect?.location ?? "") }
        let report = await dispatcher.dispatch("/user/42")
        #expect(report.outcome.name == "handled" && report.result as? String == "/people/42")
        let guarded = try self.dispatcher()
        guarded.protect("redirect") { _ in .deny(Refused()) }
        #expect(await guarded.dispatch("/user/42").outcome.name == "denied")
    }

    /// A host that has a screen for the target `page` only.
    private func host(opens: Bool = false, broken: Set<String> = []) -> ScriptedHost {
        var script = ScriptedHost.Script()
        script.make = { screen, _ in
            screen.source == .target("redirect") ? .declined : .screen(.init(screen))
        }
        script.open = { url in
            if broken.contains(url) { throw DispatchFixture.Failure() }
            return opens
        }
        return ScriptedHost(script: script)
    }

    @Test("A navigation goes on to where a redirect leads, in one dispatch")
    func followed() async throws {
        let dispatcher = try dispatcher()
        let host = host()
        let report = await dispatcher.navigate(DispatchRequest("/user/42?x=1"), on: host)
        #expect(report.outcome.name == "handled" && report.navigation?.action == .push)
        #expect(report.tries == ["redirect redirected", "page handled"])
        #expect(report.resolution.request.url == "/people/42?x=1")
        #expect(host.shown == ["page"])
        #expect(host.screens.first?.values["id"] == "42")
        guard case .finished? = report.completion?.current else {
            Issue.record("the completion is not finished")
            return
        }
    }

    @Test("A screen for a redirect's target is shown instead, and guards come first")
    func hostTakesRedirect() async throws {
        let dispatcher = try dispatcher()
        let host = ScriptedHost()
        _ = await dispatcher.navigate(DispatchRequest("/user/42"), on: host)
        #expect(host.shown == ["redirect"])
        dispatcher.protect("page") { _ in .deny(Refused()) }
        let report = await dispatcher.navigate(DispatchRequest("/user/42"), on: self.host())
        #expect(report.outcome.name == "denied")
    }

    @Test("Redirects in a loop fail a navigation, and what is gone ends it as redirected")
    func loops() async throws {
        let dispatcher = try dispatcher()
        let report = await dispatcher.navigate(DispatchRequest("/a"), on: host())
        #expect(report.failure?.code == .redirectLoop)
        #expect(report.tries == ["redirect redirected", "redirect redirected"])
        for url in ["/old", "/moved"] {
            let report = await dispatcher.navigate(DispatchRequest(url), on: host())
            guard case .redirected(.gone) = report.outcome else {
                Issue.record("\(url): \(report.outcome)")
                continue
            }
        }
        #expect(!dispatcher.canNavigate(DispatchRequest("/a")))
        #expect(!dispatcher.canNavigate(DispatchRequest("/moved")))
        #expect(dispatcher.canNavigate(DispatchRequest("/user/42")))
        #expect(dispatcher.canNavigate(DispatchRequest("/far")))
    }

    @Test("A URL elsewhere is opened by the host, or else ends the navigation as redirected")
    func elsewhere() async throws {
        let dispatcher = try dispatcher()
        let opening = host(opens: true)
        let report = await dispatcher.navigate(DispatchRequest("/far"), on: opening)
        #expect(report.outcome.name == "handled" && report.navigation == nil)
        #expect(opening.calls == [.make("redirect"), .open("https://x.com/old")])
        guard case .finished? = report.completion?.current else {
            Issue.record("the completion is not finished")
            return
        }
        let left = await dispatcher.navigate(DispatchRequest("/shop/s"), on: host())
        guard case .redirected(RouteRedirect(to: "https://shop.x.com/")) = left.outcome else {
            Issue.record("\(left.outcome)")
            return
        }
        let broken = host(broken: ["https://x.com/old"])
        let failed = await dispatcher.navigate(DispatchRequest("/far"), on: broken)
        #expect(failed.failure?.code == .handlerFailed)
    }
}
