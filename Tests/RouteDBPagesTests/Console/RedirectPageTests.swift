#if Server
import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

@testable import RouteDBPages

@Suite("Redirects in the console")
struct RedirectPageTests {
    private static let redirect = RouteRedirect(to: "/people/{id}", status: 308)

    private func fields(_ status: String, _ url: String, target: String = "") -> RouteForm.Fields {
        var fields = RouteForm.Fields()
        (fields.pattern, fields.target) = ("/user/{id}", target)
        (fields.status, fields.redirect) = (status, url)
        return fields
    }

    @Test("the form makes the redirect that it says; a URL alone is one for good")
    func drafts() throws {
        let none = try fields("", "", target: "user").draft(changing: nil)
        #expect(none.redirect == nil && none.target == "user")
        let alone = try fields("", "/people/{id}").draft(changing: nil)
        #expect(alone.redirect == RouteRedirect(to: "/people/{id}"))
        // A route with a redirect needs no target, as with the tool.
        #expect(alone.target == "redirect")
        for status in RouteRedirect.statuses {
            let draft = try fields("\(status)", "/p", target: "kept").draft(changing: alone)
            #expect(draft.redirect == RouteRedirect(to: "/p", status: status))
            #expect(draft.target == "kept")
        }
        let gone = try fields("410", "").draft(changing: alone)
        #expect(gone.redirect == .gone && gone.target == "gone")
        #expect(try fields("", "", target: "user").draft(changing: gone).redirect == nil)
        let error = #expect(throws: RouteDBError.self) {
            try fields("soon", "/p").draft(changing: nil)
        }
        #expect(error?.code == .invalidValue)
    }

    @Test("what cannot be a redirect is refused with the message of the tool")
    func mistakes() async throws {
        let registry = try RouteRegistry(inMemory: nil)
        for (status, url, message) in [
            ("301", "", "A redirect with the status 301 needs a URL."),
            ("410", "/p", "410 is not the status of a redirect to a URL."),
            ("302", "/p/{name}", "The redirect uses '{name}', which the pattern does not capture."),
        ] {
            let draft = try fields(status, url).draft(changing: nil)
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.edit { try $0.add(draft) }
            }
            #expect(error?.message == message)
        }
        await registry.close()
    }

    @Test("the form shows the redirect that a route has")
    func form() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        try await registry.edit { editor in
            try editor.add(
                RouteDraft(
                    pattern: "/user/{id}", target: "redirect", name: "user",
                    redirect: Self.redirect))
        }
        let read = RouteForm.Fields(
            RouteOutput(try await registry.route(RouteReference("user"))))
        #expect(read.status == "308" && read.redirect == "/people/{id}")
        let page = RouteForm(read, of: 3, at: 7, namespaces: []).form.page(
            in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "form")
        #expect(page.body.html.contains("<option value=\"308\" selected>"))
        #expect(page.body.html.contains("name=\"redirect\" type=\"text\" value=\"/people/{id}\""))
        ConsoleFixture.check(
            RouteForm(
                fields(ConsoleFixture.hostile, ConsoleFixture.hostile), of: 3, at: 7,
                namespaces: []
            ).form.page(in: ConsoleFixture.frame()), "hostile")
    }

    @Test("the page of a route, and of a URL that was tried, say where it is sent")
    func pages() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        try await registry.edit { editor in
            for (name, redirect) in [
                ("user", Self.redirect), ("gone", .gone),
                ("host", RouteRedirect(to: "https://{id}.example.com/")),
            ] {
                try editor.add(
                    RouteDraft(
                        pattern: "/\(name)/{id}", target: "redirect", name: name,
                        redirect: redirect))
            }
        }
        let snapshot = try await registry.snapshot()
        for (name, end) in [
            ("user", "redirects (308) to</span> <code>/people/{id}</code>"),
            ("gone", "is gone (410)</span>"),
        ] {
            let route = try snapshot.route(RouteReference(name))
            let builder = URLForm(
                route, in: registry.table, values: [], wildcards: [], scheme: "", host: "")
            let page = try await RoutePage(
                route, of: snapshot, blame: [], period: try HitPeriod("7d", now: 0), hits: nil,
                builder: builder, now: 0
            ).page(in: ConsoleFixture.frame())
            ConsoleFixture.check(page, "\(name)")
            #expect(page.body.html.contains(end), "\(name)")
        }
        for (url, end) in [
            ("/user/42?a=b", "<a href=\"/try?url=%2Fpeople%2F42%3Fa%3Db\">"),
            ("/gone/1", "gone (410)</span>"),
            ("/host/a%2Fb", "no redirect: a value cannot stand in</span>"),
        ] {
            var question = TryPage.Question()
            question.url = url
            let page = TryPage(
                question, registry.explain(ResolutionRequest(url)), of: snapshot
            ).page(in: ConsoleFixture.frame())
            ConsoleFixture.check(page, "\(url)")
            #expect(page.body.html.contains(end), "\(url)")
        }
    }
}
#endif
