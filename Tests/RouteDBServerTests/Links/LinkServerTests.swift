#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("The answers to links")
struct LinkServerTests {
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        + " Version/17.4 Mobile/15E148 Safari/604.1"

    /// Serves links, without a listener for anything else, while a closure runs.
    private func serving(
        in directory: TemporaryDirectory? = nil,
        _ prepare: @escaping @Sendable (RegistryEditor) throws -> Void,
        options change: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(
            in: directory,
            { options in
                options.address = nil
                options.links = ListenAddress(port: 0)
                options.isWriting = false
                options.recording = HitRecorder.Options()
                change(&options)
            }, registry: prepare, body)
    }

    private static func go(_ editor: RegistryEditor) throws {
        try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["go.example"]))
        func add(_ pattern: String, _ redirect: RouteRedirect?, kind: String? = nil) throws {
            try editor.add(
                RouteDraft(
                    pattern: pattern, target: "t", kind: kind, namespace: "go", redirect: redirect))
        }
        try add("/spring", RouteRedirect(to: "https://shop.example/spring?a=1", status: 302))
        try add("/moved/{id}", RouteRedirect(to: "/new/{id}", status: 301))
        try add("/over", .gone)
        try add("/app", nil)
        try add("/form", nil, kind: "POST")
    }

    @Test("a redirect has its status and URL, and the query goes along")
    func redirects() async throws {
        try await serving(Self.go) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let spring = try await client.get("/spring?b=2")
            #expect(spring.status == 302)
            #expect(spring.field("location") == "https://shop.example/spring?a=1&b=2")
            #expect(spring.field("cache-control") == "private, max-age=0")
            #expect(spring.body.isEmpty && spring.field("content-type") == nil)
            // The page that is led to may know where its visitors come from.
            #expect(spring.field("referrer-policy") == nil)
            let moved = try await client.get("/moved/7")
            #expect(moved.status == 301 && moved.field("location") == "/new/7")
            #expect(moved.field("cache-control") == "max-age=3600")
            let head = try await client.send("HEAD", "/spring")
            #expect(head.status == 302)
            #expect(head.field("location") == "https://shop.example/spring?a=1")
        }
    }

    @Test("what is gone, over, unknown, of another method, or invalid has its status and a page")
    func pages() async throws {
        try await serving({ editor in
            try Self.go(editor)
            try editor.add(
                RouteDraft(
                    pattern: "/old", target: "t", namespace: "go",
                    redirect: RouteRedirect(to: "https://shop.example/old", status: 302),
                    ends: 1_000_000))
        }) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let expected = [
                ("/over", 410, "No longer available"), ("/old", 410, "No longer available"),
                ("/none", 404, "Page not found"), ("/form", 405, "Page not found"),
                ("/app", 200, "go"),
            ]
            for (path, status, title) in expected {
                let answer = try await client.get(path)
                #expect(answer.status == status, "\(path)")
                #expect(answer.text.contains("<h1>\(title)</h1>"), "\(path): \(answer.text)")
                #expect(answer.field("content-type") == "text/html; charset=utf-8")
                #expect(
                    answer.field("content-security-policy")?.contains("default-src 'none'") == true)
                let head = try await client.send("HEAD", path)
                #expect(head.status == status && head.body.isEmpty)
            }
            #expect(try await client.get("/form").field("allow") == "POST")
            let crooked = try await server.visitor.with(("Host", "go example")).get("/x")
            #expect(crooked.status == 400)
        }
    }

    @Test("nothing but links is answered: no API, no console, no login, no list")
    func nothingElse() async throws {
        try await serving(Self.go) { server in
            let paths = [
                "/", "/api/v1/routes", "/login", "/login?code=1", "/routes", "/metrics", "/livez",
                "/api/v1/openapi.json", "/assets/pages.css",
            ]
            for path in paths {
                for host in ["go.example", "localhost"] {
                    let answer = try await server.visitor.with(("Host", host)).get(path)
                    #expect(answer.status == 404, "\(host)\(path)")
                }
            }
            #expect(server.started.url == nil && server.started.loginURL == nil)
        }
    }

    @Test("both listeners answer at once, each what it is for")
    func beside() async throws {
        try await serving(Self.go, options: { $0.address = ListenAddress(port: 0) }) { server in
            let link = try await server.visitor.with(("Host", "go.example")).get("/spring")
            #expect(link.status == 302)
            #expect(try await server.client.get("/livez").status == 200)
            #expect(
                try await server.client.with(("Host", "go.example")).get("/spring").status == 421)
        }
    }

    @Test("a host takes the links of its namespace only")
    func hosts() async throws {
        try await serving(Self.go) { server in
            let other = try await server.visitor.with(("Host", "other.example")).get("/spring")
            #expect(other.status == 404)
            let twice = try await server.visitor.send(
                "GET", "/spring", fields: [("Host", "go.example"), ("host", "go.example")])
            #expect(twice.status == 400)
        }
    }

    @Test("every answer is a hit with status, referrer and user agent, and without an address")
    func hits() async throws {
        let directory = try TemporaryDirectory()
        try await serving(in: directory, Self.go) { server in
            let client = server.visitor.with(("Host", "go.example"))
                .with(("User-Agent", Self.iPhone)).with(("Referer", "https://mail.example/"))
            for path in ["/spring", "/over", "/none", "/app"] { _ = try await client.get(path) }
        }
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        var found: [String] = []
        for try await hit in history.hits() {
            let kind = String(decoding: hit.kind ?? [], as: UTF8.self)
            found.append("\(hit.urlText) \(hit.status ?? 0) \(kind)")
            #expect(hit.referrer.map { $0.elementsEqual("https://mail.example/".utf8) } == true)
            #expect(hit.userAgent.map { $0.elementsEqual(Self.iPhone.utf8) } == true)
            #expect(hit.principal == nil)
        }
        await history.close()
        #expect(
            found.sorted() == [
                "http://go.example/app 200 GET", "http://go.example/none 404 GET",
                "http://go.example/over 410 GET", "http://go.example/spring 302 GET",
            ])
    }

    @Test("access rules read the attributes of the visitor")
    func attributes() async throws {
        try await serving({ editor in
            try Self.go(editor)
            try editor.add(
                RouteDraft(
                    pattern: "/apple", target: "t", name: "apple", namespace: "go",
                    redirect: RouteRedirect(to: "https://apps.apple.com/app/id1", status: 302)))
            try editor.addRule(
                RuleDraft(
                    .challenge("apple"), in: .route(RouteReference("go:/spring")), for: .anyone,
                    conditions: [try AccessRule.Condition("context.platform in ios,ipados")]))
        }) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let phone = try await client.with(("User-Agent", Self.iPhone)).get("/spring")
            #expect(phone.field("location") == "https://apps.apple.com/app/id1")
            let other = try await client.with(("User-Agent", "curl/8.5.0")).get("/spring")
            #expect(other.field("location") == "https://shop.example/spring?a=1")
        }
    }

    @Test("a redirect has variants for some visitors, and a hit keeps what they read")
    func variants() async throws {
        let directory = try TemporaryDirectory()
        try await serving(
            in: directory,
            { editor in
                try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["go.example"]))
                try editor.add(
                    RouteDraft(
                        pattern: "/{page}", target: "t", namespace: "go",
                        redirect: RouteRedirect(
                            to: "https://shop.example/{page}", status: 302,
                            variants: [
                                try RouteRedirect.Variant(
                                    "context.platform = ios => https://apple.example/{page} 307"),
                                try RouteRedirect.Variant(
                                    "context.language = de; param.page = sale => https://de.example/"
                                ),
                            ])))
            }
        ) { server in
            func location(_ path: String, _ fields: (String, String)...) async throws -> String? {
                try await server.visitor.send(
                    "GET", path, fields: [("Host", "go.example")] + fields
                ).field("location")
            }
            let found = [
                try await location("/sale"),
                try await location("/sale", ("User-Agent", Self.iPhone), ("Accept-Language", "de")),
                try await location("/sale?x=1", ("Accept-Language", "de, en;q=0.5")),
                try await location("/other", ("Accept-Language", "de")),
            ]
            #expect(
                found == [
                    "https://shop.example/sale", "https://apple.example/sale",
                    "https://de.example/?x=1",
                    "https://shop.example/other",
                ])
        }
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        var platforms: [JSONValue?] = []
        var variants: [Int?] = []
        for try await hit in history.hits() {
            platforms.append(hit.attributes.context["platform"])
            variants.append(hit.attributes.variant)
            // Reports count it, whether or not a variant reads it.
            #expect(hit.attributes.context["language"] != nil)
        }
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: .testing(.reading))
        let query = AnalysisQuery(in: try await registry.snapshot())
        let top = try await history.top(.variants, query)
        #expect(Set(top.rows.map(\.label)) == ["go:/{page} 0", "go:/{page} 1", "go:/{page} 2"])
        let languages = try await history.top(.context("language"), query)
        #expect(languages.rows.map(\.label) == ["de", ""])
        await history.close()
        #expect(variants.map { $0 ?? -1 }.sorted() == [0, 0, 1, 2])
        // Hits of different connections are in no order.
        #expect(platforms.count == 4 && platforms.count { $0 == "ios" } == 1)
        #expect(platforms.count { $0 == "other" } == 3)
    }

    @Test("no cache that others share keeps what depends on the visitor")
    func caching() async throws {
        try await serving({ editor in
            try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["go.example"]))
            for (path, variants) in [
                ("/all", []),
                ("/some", [try RouteRedirect.Variant("context.platform = ios => /ios 301")]),
                ("/few", []),
            ] {
                try editor.add(
                    RouteDraft(
                        pattern: path, target: "t", namespace: "go",
                        redirect: RouteRedirect(to: "/x", status: 301, variants: variants)))
            }
            try editor.addRule(
                RuleDraft(
                    .allow, in: .route(RouteReference("go:/few")), for: .anyone,
                    conditions: [try AccessRule.Condition("context.device in other,bot")]))
        }) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let fields = [
                try await client.get("/all"), try await client.get("/some"),
                try await client.get("/few"),
                try await client.with(("User-Agent", Self.iPhone)).get("/some"),
            ].map { $0.field("cache-control") }
            let own = "private, max-age=3600"
            #expect(fields == ["max-age=3600", own, own, own])
        }
    }

    @Test("a tenth of the visitors is the same tenth, and no hit tells who is in it")
    func percentages() async throws {
        let directory = try TemporaryDirectory()
        try await serving(
            in: directory,
            { editor in
                try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["go.example"]))
                try editor.add(
                    RouteDraft(
                        pattern: "/a", target: "t", namespace: "go",
                        redirect: RouteRedirect(
                            to: "/b", status: 302,
                            variants: [
                                try RouteRedirect.Variant("context.visitor percent 50 => /c")
                            ])))
            }
        ) { server in
            let first = try await Self.places(of: server.visitor)
            let again = try await Self.places(of: server.visitor)
            #expect(first == again)
            // Of 40, all alike is less likely than once in 10¹¹.
            #expect(Set(first) == ["/b", "/c"])
        }
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        for try await hit in history.hits() { #expect(hit.attributes.context["visitor"] == nil) }
        await history.close()
    }

    /// Where 40 visitors are sent.
    private static func places(of client: TestClient) async throws -> [String] {
        var places: [String] = []
        for visitor in 0..<40 {
            let fields = [("Host", "go.example"), ("User-Agent", "Browser \(visitor)")]
            let answer = try await client.send("GET", "/a", fields: fields)
            places.append(answer.field("location") ?? "")
        }
        return places
    }

    @Test("the scheme and the country come from a trusted proxy only")
    func proxies() async throws {
        for isTrusted in [true, false] {
            try await serving(
                { editor in
                    try editor.addNamespace(
                        NamespaceDraft(name: "go", schemes: ["https"], hosts: ["go.example"]))
                    try editor.add(
                        RouteDraft(
                            pattern: "/a", target: "t", namespace: "go",
                            redirect: RouteRedirect(to: "https://shop.example/a", status: 302)))
                    // Without a scheme, so that it answers whatever a proxy says of that.
                    try editor.addNamespace(NamespaceDraft(name: "any", hosts: ["any.example"]))
                    try editor.add(
                        RouteDraft(
                            pattern: "/a", target: "t", namespace: "any",
                            redirect: RouteRedirect(to: "https://shop.example/a", status: 302)))
                    for route in ["go:/a", "any:/a"] {
                        try editor.addRule(
                            RuleDraft(
                                .deny, in: .route(RouteReference(route)), for: .anyone,
                                conditions: [try AccessRule.Condition("context.country = AT")]))
                    }
                },
                options: { options in
                    if isTrusted { options.proxies = ["127.0.0.1"] }
                    options.countryField = "CF-IPCountry"
                }
            ) { server in
                let client = server.visitor.with(("Host", "go.example"))
                    .with(("X-Forwarded-Proto", "https"))
                let answer = try await client.get("/a")
                #expect(answer.status == (isTrusted ? 302 : 404))
                let austria = try await client.with(("CF-IPCountry", "at")).get("/a")
                #expect(austria.status == (isTrusted ? 403 : 404))
                let any = server.visitor.with(("Host", "any.example"))
                #expect(try await any.get("/a").status == 302)
                let claimed = try await any.with(("CF-IPCountry", "at")).get("/a")
                #expect(claimed.status == (isTrusted ? 403 : 302))
            }
        }
    }

    @Test("requests on one connection are answered in order, quick ones and others")
    func pipelined() async throws {
        try await serving(Self.go) { server in
            let socket = try TestSocket(port: server.linksPort)
            let paths = ["/spring", "/app", "/over", "/robots.txt", "/none", "/moved/1"]
            let requests = paths.enumerated().map { index, path in
                let close = index == paths.count - 1 ? "Connection: close\r\n" : ""
                return "GET \(path) HTTP/1.1\r\nHost: go.example\r\n\(close)\r\n"
            }
            try await socket.send(requests.joined())
            let text = String(decoding: try await socket.receiveAll(), as: UTF8.self)
            let statuses = text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(statuses == ["302", "200", "410", "200", "404", "301"], "\(text)")
        }
    }

    @Test("the apps of the namespace have their files, and the page leads into them")
    func apps() async throws {
        try await serving({ editor in
            try editor.addNamespace(
                NamespaceDraft(
                    name: "go", schemes: ["http", "https", "shopapp"], hosts: ["go.example"]))
            try editor.add(
                RouteDraft(
                    pattern: "/cart", target: "cart", namespace: "go",
                    defaults: [
                        "title": "Your <cart>", "image": "https://cdn.example/c.png",
                        "web": "https://w.example/",
                    ]))
            try editor.addApp(
                LinkedApp(.ios, "ABCDE12345.com.example.shop", name: "Shop", store: "123456789"),
                in: "go")
            try editor.addApp(
                LinkedApp(
                    .android, "com.example.shop", name: "Shop",
                    fingerprints: [Array(repeating: "AA", count: 32).joined(separator: ":")]),
                in: "go")
        }) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let file = try await client.get("/.well-known/apple-app-site-association")
            #expect(file.status == 200 && file.text.contains("ABCDE12345.com.example.shop"))
            let tag = try #require(file.field("etag"))
            let again = try await client.get(
                "/.well-known/apple-app-site-association", ("If-None-Match", tag))
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try await client.get("/.well-known/assetlinks.json").status == 200)
            #expect(
                try await server.visitor.with(("Host", "b.example"))
                    .get("/.well-known/assetlinks.json").status == 404)
            let agents = [
                (
                    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124 Mobile Safari/537.36",
                    "intent://go.example/cart#Intent;scheme=https;package=com.example.shop;end"
                ),
                (Self.iPhone, "shopapp://cart"),
            ]
            for (agent, link) in agents {
                let page = try await client.with(("User-Agent", agent)).get("/cart")
                #expect(page.text.contains("<a href=\"\(link)\""), "\(page.text)")
                #expect(page.text.contains("<h1>Your &lt;cart&gt;</h1>"))
                #expect(
                    page.text.contains("<meta property=\"og:title\" content=\"Your &lt;cart&gt;\">")
                )
                #expect(page.text.contains(">Get Shop</a>"))
                #expect(page.text.contains("Continue in the browser"))
            }
        }
    }

    @Test("links are answered while the registry's file is damaged, and files are not made of it")
    func damaged() async throws {
        try await serving(Self.go) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let file = try #require(FileHandle(forUpdatingAtPath: server.registry))
            try file.write(contentsOf: Data(repeating: 0xFF, count: 100))
            try file.close()
            let answers = [
                try await client.get("/spring"), try await client.get("/app"),
                try await client.get("/.well-known/assetlinks.json"), try await client.get("/none"),
            ]
            #expect(answers.map(\.status) == [302, 200, 503, 404])
        }
    }

    @Test(
        "an edit by another process is answered with"
    )
    func edits() async throws {
        try await serving(Self.go) { server in
            let client = server.visitor.with(("Host", "go.example"))
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.writing))
            try await registry.edit("Add") { editor in
                try editor.add(
                    RouteDraft(
                        pattern: "/late", target: "t", namespace: "go",
                        redirect: RouteRedirect(to: "https://shop.example/late", status: 302)))
            }
            await registry.close()
            var answer = try await client.get("/late")
            // The service follows other processes by itself; a test must not depend on how soon.
            for _ in 0..<2_000 where answer.status != 302 {
                try await Task.sleep(for: .milliseconds(20))
                answer = try await client.get("/late")
            }
            #expect(answer.status == 302)
        }
    }
}
#endif
