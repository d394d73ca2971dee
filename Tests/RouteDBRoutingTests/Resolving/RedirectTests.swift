import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Redirects")
struct RedirectTests {
    private func redirect(
        _ pattern: String, to location: String, _ url: String, defaults: JSONObject = [:],
        overrides: NamespacePolicy.Overrides = [:]
    ) throws -> String? {
        let namespace = NamespaceID(rawValue: 1)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace, pattern: try RoutePattern(pattern),
            target: "redirect", redirect: RouteRedirect(to: location, status: 308))
        let table = RoutingTable(
            RegistrySnapshot(
                revision: 1,
                namespaces: [
                    RouteNamespace(
                        id: namespace, name: RouteNamespace.defaultName, overrides: overrides)
                ],
                routes: [route],
                defaults: defaults.members.isEmpty ? [:] : [.route(route.id): defaults]))
        let resolution = table.resolve(url)
        #expect(resolution.outcome == .matched, "\(url)")
        let redirect = resolution.redirect
        #expect(redirect == nil || redirect?.status == 308)
        return redirect?.location
    }

    @Test(
        "captured values are filled in, encoded for their place",
        arguments: [
            ("/user/{id}", "/people/{id}", "/user/42", "/people/42"),
            (
                "/user/{id}", "/people?id={id}#u{id}", "/user/a%26b%20c",
                "/people?id=a%26b%20c#ua%26b%20c"
            ),
            ("/a/{x}", "/b/{x}", "/a/c%2Fd", "/b/c%2Fd"),
            ("/a/{x:path}", "/b/{x}", "/a/c%2fd/e%252F", "/b/c%2Fd/e%252F"),
            ("/a/{x:path}", "/b?x={x}", "/a/c%2Fd/e", "/b?x=c%252Fd%2Fe"),
            ("/old/{rest:path}", "/new/{rest}", "/old/a/b%20c", "/new/a/b%20c"),
            (
                "//{shop}.old.com/**", "https://{shop}.new.com/x", "https://red.old.com/y",
                "https://red.new.com/x"
            ),
            ("/v{major:int}.json", "https://x.example/{major}", "/v3.json", "https://x.example/3"),
            ("/q?id={id}", "/item/{id}", "/q?id=7&utm=x", "/item/7?utm=x"),
        ])
    func filled(pattern: String, location: String, url: String, expected: String) throws {
        #expect(try redirect(pattern, to: location, url) == expected)
    }

    @Test(
        "the query goes along, in front of a fragment, but for keys that the redirect has",
        arguments: [
            ("/b", "/a?x=1&y", "/b?x=1&y"), ("/b#c", "/a?x=1", "/b?x=1#c"),
            ("/b?z=2", "/a?x=1", "/b?z=2&x=1"), ("/b?z=2#c?d", "/a?x=1", "/b?z=2&x=1#c?d"),
            ("/b?z=2&%79", "/a?z=3&y=4&x=5&z", "/b?z=2&%79&x=5"), ("/b?z=2", "/a", "/b?z=2"),
            ("/b?z={d}", "/a?z=1&d=2", "/b?z=e%26&d=2"), ("/b?{d}", "/a?e=1&e%26=2", "/b?e%26&e=1"),
            ("/b?", "/a?x=1", "/b?"), ("/b?#c", "/a?x=1", "/b?#c"), ("/b#?", "/a?x", "/b?x#?"),
        ])
    func query(location: String, url: String, expected: String) throws {
        #expect(try redirect("/a", to: location, url, defaults: ["d": "e&"]) == expected)
    }

    @Test("a default value takes the place of one that the URL lacks, and none of the query does")
    func defaults() throws {
        let url = try redirect(
            "/a(/{page})", to: "/b/{page}", "/a?page=evil", defaults: ["page": 1])
        #expect(url == "/b/1?page=evil")
    }

    @Test("no value leads to another host, or out of its place")
    func hostile() throws {
        #expect(
            try redirect("/go/{rest:path}", to: "/{rest}", "/go/%2F%2Fevil.com/x")
                == "/%2F%2Fevil.com/x")
        #expect(try redirect("/q?to={to}", to: "/x/{to}", "/q?to=../y") == nil)
        #expect(try redirect("/q?to={to}", to: "/x%2F{to}", "/q?to=..") == nil)
        let path = try redirect("/go/{x}", to: "/{x}", "/go/%5Cevil.com")
        #expect(path == "/%5Cevil.com")
        #expect(try redirect("/{shop}", to: "https://{shop}.x.com/", "/evil.com%2F") == nil)
        #expect(try redirect("/{shop}", to: "https://{shop}.x.com/", "/a%40b") == nil)
        #expect(try redirect("/q?to={to}", to: "/{to}", "/q?to=..") == nil)
        let header = try redirect("/q?to={to}", to: "/x?y={to}", "/q?to=%0aSet-Cookie:a")
        #expect(header?.utf8.contains(0x0A) != true)
    }

    @Test(
        "slashes at the beginning of a path make no other host, and are not doubled",
        arguments: [
            ("/{rest}", "/evil.example/x"), ("/new/{rest}", "/new/evil.example/x"),
            ("https://h.example/{rest}", "https://h.example/evil.example/x"),
            ("/new{rest}", "/new//evil.example/x"),
            ("/new?to={rest}", "/new?to=%2F%2Fevil.example%2Fx"),
        ])
    func leadingSlashes(location: String, expected: String) throws {
        let location = try redirect(
            "/old/{rest:path}", to: location, "/old///evil.example/x",
            overrides: [.repeatedSlashes: "keep"])
        #expect(location == expected)
    }

    @Test("values that are empty or dots make no other host and no way out of a path")
    func emptyAndDots() throws {
        let both = "/q?a={a}&b={b}"
        let empty: JSONObject = ["d": ""]
        #expect(
            try redirect("/q?b={b}", to: "/{d}/{b}", "/q?b=evil.com", defaults: empty) == nil)
        let path = try redirect("/q?b={b}", to: "https://h//{d}/{b}", "/q?b=c", defaults: empty)
        #expect(path == "https://h///c")
        #expect(try redirect(both, to: "/{a}/{b}", "/q?a=x&b=evil.com") == "/x/evil.com")
        #expect(try redirect(both, to: "/x/{a}{b}", "/q?a=.&b=.") == nil)
        #expect(try redirect(both, to: "/x/.{a}?{b}", "/q?a=.&b=.") == nil)
        #expect(try redirect(both, to: "/x/%2E{a}", "/q?a=.&b=x") == nil)
        #expect(try redirect(both, to: "app://h/{a}{b}", "/q?a=.&b=.") == nil)
        #expect(try redirect(both, to: "/../x/{a}.{b}", "/q?a=1&b=2") == "/../x/1.2")
    }

    @Test(
        "a URL that is none, or that a value could lead anywhere, is refused",
        arguments: [
            "", "b", "//evil.com/", "mailto:a@b", "https://", "https://{x}/", "https://a.{x}",
            "https://me@a.com/", "/a b", "/{", "/}", "/{}", "/{a{b}", "/ä", "/a\"",
            "/" + String(repeating: "a", count: 2_048),
        ])
    func refused(location: String) {
        #expect(throws: RedirectError.self) { try RouteRedirect(to: location).check() }
    }

    @Test("a URL of 2,048 bytes is accepted, and no longer one")
    func length() {
        let longest = "/" + String(repeating: "a", count: 2_047)
        #expect(throws: Never.self) { try RouteRedirect(to: longest).check() }
        #expect(throws: RedirectError.self) { try RouteRedirect(to: longest + "a").check() }
    }

    @Test("a status that is none of a redirect is refused")
    func status() {
        #expect(throws: RedirectError.self) { try RouteRedirect(to: "/b", status: 200).check() }
        #expect(throws: RedirectError.self) { try RouteRedirect(to: "/b", status: 410).check() }
        #expect(throws: Never.self) { try RouteRedirect.gone.check() }
    }

    @Test("JSON is read as it is written, and what is no redirect is refused")
    func json() throws {
        for redirect in [RouteRedirect(to: "/{a}", status: 302), .gone] {
            #expect(try RouteRedirect(json: .object(redirect.json)) == redirect)
        }
        #expect(try RouteRedirect(json: ["to": "/b"]) == RouteRedirect(to: "/b"))
        #expect(try RouteRedirect(json: ["status": 410]) == .gone)
        let wrong: [JSONValue] = [
            "/b", ["url": "/b"], ["to": 1], ["to": "/b", "status": "301"], ["status": 301],
            ["to": "/b", "status": 9_223_372_036_854_775_807],
        ]
        for value in wrong {
            #expect(throws: RedirectError.self) { try RouteRedirect(json: value) }
        }
    }

    @Test("a redirect needs what every URL of the pattern has")
    func values() throws {
        let pattern = try RoutePattern("/a/{x}(/{y})?q={z}")
        let to = { RouteRedirect(to: $0) }
        #expect(throws: Never.self) { try to("/{x}/{z}").check(with: pattern, defaults: [:]) }
        #expect(throws: Never.self) { try to("/{y}").check(with: pattern, defaults: ["y": 1]) }
        #expect(throws: RedirectError.self) { try to("/{y}").check(with: pattern, defaults: [:]) }
        #expect(throws: RedirectError.self) { try to("/{w}").check(with: pattern, defaults: [:]) }
        #expect(throws: RedirectError.self) {
            try to("/{y}").check(with: pattern, defaults: ["y": [1]])
        }
        #expect(throws: RedirectError.self) { try to("/{x}").check(with: nil, defaults: [:]) }
    }

    @Test("access rules come first: a refused redirect leads nowhere")
    func refusedAccess() throws {
        var namespace = RouteNamespace(id: NamespaceID(rawValue: 1), name: "default")
        namespace.access = .closed
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id, pattern: try RoutePattern("/a"),
            target: "redirect", redirect: RouteRedirect(to: "/b"))
        let snapshot = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route])
        let resolution = RoutingTable(snapshot).resolve("/a")
        #expect(resolution.outcome == .denied && resolution.redirect == nil)
    }
}
