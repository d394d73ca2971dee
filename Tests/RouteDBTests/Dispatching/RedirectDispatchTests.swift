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
}
