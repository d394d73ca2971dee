import RouteDBInsight
import RouteDBRouting
import Testing

@Suite("Exports of redirects")
struct RedirectExportTests {
    private func rules(
        _ routes: [(pattern: String, redirect: RouteRedirect?)], hosts: [String] = []
    ) throws -> RedirectRules {
        try RedirectRules(
            .redirects(routes, hosts: hosts), namespace: hosts.isEmpty ? "default" : "web")
    }

    private func lines(_ export: RedirectRules.Export) -> [String] {
        export.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private let usual: [(pattern: String, redirect: RouteRedirect?)] = [
        ("/user/{id}", RouteRedirect(to: "/people/{id}")),
        ("/old/{rest:path}", RouteRedirect(to: "https://new.example.com/{rest}", status: 302)),
        ("/about", RouteRedirect(to: "/us#team", status: 308)),
        ("/gone/**", .gone),
    ]

    @Test("Netlify gets a line for each, with places and known statuses")
    func netlify() throws {
        let export = try rules(usual).hosted(by: .netlify)
        #expect(
            lines(export) == [
                "/about  /us#team  301", "/user/:id  /people/:id  301",
                "/old/*  https://new.example.com/:splat  302",
            ])
        #expect(export.losses.leavesOut && export.count == 3)
        let messages = export.losses.list.map(\.message)
        #expect(messages.contains { $0.contains("410") })
        #expect(messages.contains { $0.contains("308 becomes 301") })
    }

    @Test("Cloudflare keeps statuses, and its limits are respected")
    func cloudflare() throws {
        #expect(lines(try rules(usual).hosted(by: .cloudflare)).first == "/about  /us#team  308")
        let many: [(pattern: String, redirect: RouteRedirect?)] = (1...101).map {
            ("/a\($0)/{x}", RouteRedirect(to: "/b/{x}"))
        }
        let export = try rules(many).hosted(by: .cloudflare)
        #expect(export.count == 100 && export.losses.leavesOut)
        let long = RouteRedirect(to: "/" + String(repeating: "b", count: 1_000))
        let cut = try rules([("/a", long)]).hosted(by: .cloudflare)
        #expect(cut.count == 0 && cut.losses.list[0].message.contains("1000"))
    }

    @Test("what has no place in _redirects is left out, with the reason")
    func unsayable() throws {
        let to = RouteRedirect(to: "/b")
        let routes: [(pattern: String, redirect: RouteRedirect?)] = [
            ("/v{a}.json", to), ("/a/**/b", to), ("/x%3Ay", to), ("/q?a=1", to), ("myapp://a", to),
            ("//h.example/a", to),
        ]
        let export = try rules(routes).hosted(by: .cloudflare)
        #expect(export.count == 0)
        #expect(export.losses.list.reduce(0) { $0 + $1.count } == routes.count)
        #expect(try rules(routes).hosted(by: .netlify).count == 1)
    }

    @Test("a route before a redirect is an exception, or a loss where there are none")
    func exceptions() throws {
        let routes: [(pattern: String, redirect: RouteRedirect?)] = [
            ("/user/me", nil), ("/user/{id}", RouteRedirect(to: "/people/{id}")), ("/other", nil),
        ]
        let rules = try rules(routes)
        #expect(lines(rules.hosted(by: .netlify))[0] == "/user/me  /user/me  200")
        let losses = rules.hosted(by: .cloudflare).losses.list
        #expect(losses.map(\.item) == ["#1 /user/me"])
        #expect(rules.nginx().text.contains("/user/me/?(?:[?].*)?$\" \"\";"))
    }

    @Test("Vercel gets sources with types, conditions and statuses")
    func vercel() throws {
        let routes: [(pattern: String, redirect: RouteRedirect?)] = [
            ("/user/{id:int}", RouteRedirect(to: "/people/{id}", status: 308)),
            ("/old/**", RouteRedirect(to: "/new")),
            ("/q?a=1&b={b}&!c", RouteRedirect(to: "/b/{b}")),
            ("/s", RouteRedirect(to: "/t?from=s")),
        ]
        let export = try rules(routes, hosts: ["www.example.com"]).vercel()
        let json = try JSONValue(parsing: export.text)
        guard case .object(let object) = json, case .array(let rules)? = object["redirects"] else {
            Issue.record("\(export.text)")
            return
        }
        #expect(rules.count == 4)
        let queries = export.losses.lines.filter { $0.contains("query") }
        #expect(queries.count == 2 && queries.contains { $0.contains("Vercel merges the query") })
        #expect(
            rules.contains([
                "source": #"/user/:id([+-]?\d+)"#, "destination": "/people/:id", "statusCode": 308,
                "has": [["type": "host", "value": #"www\.example\.com"#]],
            ]))
        #expect(export.text.contains(#""missing":[{"type":"query","key":"c"}]"#))
        let many: [(pattern: String, redirect: RouteRedirect?)] = (1...2_049).map {
            ("/a\($0)", RouteRedirect(to: "/b"))
        }
        let cut = try self.rules(many).vercel()
        #expect(cut.count == 2_048 && cut.losses.leavesOut)
    }

    @Test("nginx gets a map of the URL as written, and the lines that use it")
    func nginx() throws {
        let text = try rules(usual).nginx().text
        #expect(text.contains("#     if ($routedb_301) { return 301 $routedb_301; }"))
        #expect(text.contains("#     if ($routedb_410) { return 410; }"))
        #expect(
            text.contains(
                #"    "~^[^/]*/user/(?<routedb_v1>[^/?\x5C]+)/?(?:[?].*)?$" "301 /people/${routedb_v1}$is_args$args";"#
            ))
        #expect(text.contains("\"308 /us$is_args$args#team\";"))
        #expect(text.contains("\"~^[^/]*/gone(?:/[^?]*)?/?(?:[?].*)?$\" \"410\";"))
        let host = try rules([("/{shop}", RouteRedirect(to: "https://{shop}.x.com/"))])
        #expect(host.nginx().text.contains("(?<routedb_v1>[A-Za-z0-9._~-]+)"))
        let typed = try rules([("/i?n={n:int}", RouteRedirect(to: "/{n}"))]).nginx().text
        #expect(typed.contains("n=(?<routedb_v1>[+-]?[0-9]+)(?:&|$))"))
    }

    @Test("no format lets whoever makes a link choose the host that it leads to")
    func hosts() throws {
        let routes: [(pattern: String, redirect: RouteRedirect?)] = [
            ("/go?to={to}", RouteRedirect(to: "/{to}")),
            ("/all/{rest:path}", RouteRedirect(to: "/{rest}")),
            ("/shop/{name}", RouteRedirect(to: "https://{name}.example.com/")),
        ]
        let rules = try self.rules(routes)
        for hosted in [rules.hosted(by: .netlify), rules.hosted(by: .cloudflare)] {
            #expect(hosted.count == 0 && hosted.losses.leavesOut, "\(hosted.text)")
        }
        let vercel = rules.vercel().text
        #expect(vercel.contains(#""(?<to>[^/\\\\]+)""#), "\(vercel)")
        #expect(vercel.contains("/shop/:name([A-Za-z0-9._~-]+)"), "\(vercel)")
        // Neither a '/' nor a '\', which browsers read as one, begins a value.
        let nginx = rules.nginx().text
        #expect(nginx.contains(#"to=(?<routedb_v1>[^/?&\x5C]+)(?:&|$))"#), "\(nginx)")
        #expect(nginx.contains(#"/all/(?<routedb_v1>[^/?\x5C][^?]*?)"#))
        #expect(nginx.contains("/shop/(?<routedb_v1>[A-Za-z0-9._~-]+)"))
    }

    @Test("a namespace that is not there is an error")
    func missing() throws {
        let snapshot = try RegistrySnapshot.redirects([])
        #expect(throws: (any Error).self) { try RedirectRules(snapshot, namespace: "x") }
        #expect(try RedirectRules(snapshot, namespace: "default").vercel().count == 0)
    }
}
