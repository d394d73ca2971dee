import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// The redirects of routes, as a registry keeps them.
struct RedirectStorageTests {
    let fixture: RegistryFixture

    init() throws { fixture = try RegistryFixture() }

    private func draft(_ redirect: RouteRedirect?) -> RouteDraft {
        RouteDraft(pattern: "/a/{x}", target: "redirect", name: "a", redirect: redirect)
    }

    @Test("a redirect is read as given, at every revision, and a rollback restores it")
    func stored() throws {
        let redirect = RouteRedirect(to: "/b/{x}", status: 302)
        try fixture.add(draft(redirect))
        #expect(try fixture.store.snapshot().routes.map(\.redirect) == [redirect])
        #expect(try fixture.edit { try $0.draft(of: "a") }.redirect == redirect)
        try fixture.edit { try $0.replace("a", with: draft(.gone)) }
        #expect(try fixture.store.snapshot().routes.map(\.redirect) == [.gone])
        try fixture.edit { try $0.replace("a", with: draft(nil)) }
        #expect(try fixture.store.snapshot().routes.map(\.redirect) == [nil])
        try fixture.edit { try $0.rollBack(to: .number(2)) }
        #expect(try fixture.store.snapshot().routes.map(\.redirect) == [redirect])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("blame names the revision that set it, and only routes that have one show it")
    func blame() throws {
        let id = try fixture.add(draft(nil))[0]
        #expect(!(try fixture.store.blame(id).map(\.field).contains("redirect")))
        try fixture.edit { try $0.replace("a", with: draft(.gone)) }
        let origin = try #require(try fixture.store.blame(id).first { $0.field == "redirect" })
        #expect(origin.revision.number == 3 && origin.value == #"{"status":410}"#)
    }

    @Test("a redirect without a value that it needs is refused")
    func refused() throws {
        #expect(try code { try fixture.add(draft(RouteRedirect(to: "/b/{y}"))) } == .invalidValue)
        #expect(try code { try fixture.add(draft(RouteRedirect(to: "b"))) } == .invalidValue)
        try fixture.add(draft(RouteRedirect(to: "/b/{x}")))
        var changed = draft(RouteRedirect(to: "/b/{x}"))
        changed.pattern = "/a"
        #expect(
            try code { try fixture.edit { try $0.replace("a", with: changed) } } == .invalidValue)
    }

    @Test(
        "what somebody else wrote into the file is damage, and the check says where",
        arguments: ["x", "[]", #"{"to":"b"}"#, #"{"to":"/b","status":1}"#, #"{"a":1}"#])
    func hostile(text: String) throws {
        try fixture.add(draft(.gone))
        try fixture.damage("UPDATE route SET redirect = '\(text)'")
        #expect(try code { try fixture.store.snapshot() } == .corrupt)
        let findings = try fixture.store.check()
        #expect(
            findings.contains { $0.rule == .redirects && $0.message.hasPrefix("route #1, row 1") })
    }
}
