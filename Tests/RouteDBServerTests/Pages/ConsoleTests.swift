#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("The console over HTTP")
struct ConsoleTests {
    private static let form = "application/x-www-form-urlencoded"
    private static let own = ("Sec-Fetch-Site", "same-origin")

    private static func prepare(_ editor: RegistryEditor) throws {
        try editor.add(RouteDraft(pattern: "/cart", target: "cart.show", name: "cart"))
        try editor.add(RouteDraft(pattern: "/p/{id:int}", target: "product", name: "product"))
    }

    private static let paths = [
        "/", "/?period=30d", "/?period=2015-05-17..2015-05-20",
        "/history?from=2015-05-17&to=2026-01-31",
        "/routes/1?from=2026-01-01&to=2026-01-02", "/routes",
        "/routes?q=cart&state=enabled&order=name", "/routes?order=hits",
        "/routes/1",
        "/routes/1/edit", "/new", "/new?pattern=%2Fx&target=x", "/history", "/count",
        "/count?by=day,outcome&where=outcome%3Dunmatched&period=24h", "/live",
        "/live?outcome=unmatched",
        "/?part=health", "/?part=missing&fragment=true", "/history?part=durations&period=24h",
        "/routes/2?value=7", "/routes/2?part=values", "/routes?state=shadowed", "/lint",
        "/routes?state=never&label=owner&group=x&target=cart", "/lint?part=findings", "/documents",
        "/diff", "/diff?from=1", "/diff?from=1&to=2", "/diff?from=x&to=99",
        "/changes", "/changes?below=2", "/changes/2",
        "/changes/1/rollback", "/changes/2/revert", "/access", "/access/reach",
        "/access/reach?principal=ada&roles=staff&context=ip%3D1", "/access/new", "/tests",
        "/tests/new?url=%2Fcart", "/routes/1/remove", "/try",
        "/try?url=%2Fcart&kind=GET&context=a%3D1%0Ab%3D2", "/try?url=%2Fcart&context=%3D",
        "/try?url=%2Fcart&principal=ada&roles=staff,editor", "/try?url=%2Fcart&revision=9",
        "/try?url=%2Fcart&at=never", "/sql", "/sql?query=SELECT+1", "/sql?query=DROP+TABLE+route",
    ]

    @Test("every page is answered as HTML, under the policy for our own files")
    func pages() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            for path in Self.paths {
                let answer = try await client.get(path)
                #expect(answer.status == 200, "\(path)")
                #expect(answer.field("content-type") == "text/html; charset=utf-8", "\(path)")
                let policy = answer.field("content-security-policy") ?? ""
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"), "\(path)")
                #expect(!policy.contains("unsafe"), "\(path)")
                #expect(answer.field("referrer-policy") == "same-origin", "\(path)")
                #expect(answer.field("cache-control") == "no-store", "\(path)")
            }
        }
    }

    @Test("times are in the zone that the service was started with, which stands beside them")
    func zone() async throws {
        try await RunningServer.with({ $0.timeZone = "+05:30" }, registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            let change = try await client.get("/changes/1").text
            #expect(change.contains(" +05:30, with"), "\(change)")
        }
        let directory = try TemporaryDirectory()
        var options = ServerOptions(registry: directory.path("routes.db"))
        options.timeZone = "Europe/Nowhere"
        let wrong = options
        await #expect(throws: RouteDBError.self) { _ = try await RouteServer(wrong) }
    }

    @Test("what is not there, or not allowed, is said on a page")
    func problems() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            let missing = try await client.get("/routes/77")
            #expect(missing.status == 404 && missing.problem == "routeNotFound")
            #expect(try await client.get("/changes/99").problem == "revisionNotFound")
            #expect(try await client.get("/routes?sorted=name").problem == "invalidRequest")
            let stranger = try await server.client.get("/")
            #expect(stranger.status == 401)
            #expect(
                stranger.text.contains("Open the address that &#39;routedb serve&#39; printed"))
        }
        try await RunningServer.with({ $0.isWriting = false }, registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            #expect(try await client.get("/routes/1/edit").problem == "scopeMissing")
            let page = try await client.get("/routes/1").text
            #expect(!page.contains("/routes/1/edit") && page.contains("read only"))
        }
    }

    @Test("files are served with their types, to everybody")
    func assets() async throws {
        try await RunningServer.with { server in
            for (file, type) in [
                ("pages.css", "text/css; charset=utf-8"),
                ("console.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml"),
            ] {
                let answer = try await server.client.get("/assets/\(file)")
                #expect(answer.status == 200 && answer.field("content-type") == type)
            }
            for path in ["/assets/", "/assets/..%2Fpages.css", "/assets/../pages.css", "/assets/x"]
            {
                #expect(try await server.client.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test("a form shows what saving would do, wants a message, and saves one revision")
    func saving() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(_ more: String) async throws -> TestAnswer {
                try await client.send(
                    "POST", "/routes/1/edit",
                    body:
                        "revision=2&pattern=%2Fbasket&target=cart.show&priority=0&enabled=true\(more)",
                    type: Self.form)
            }
            let preview = try await send("&action=preview&fragment=1")
            #expect(preview.text.contains("<code class=\"new\">/basket</code>"))
            #expect(!preview.text.contains("<html"))
            #expect(try await send("&action=save").text.contains("The edit has no message."))
            #expect(try await client.get("/api/v1/routes/%231").object["pattern"] == "/cart")
            let saved = try await send("&action=save&message=Baskets")
            #expect(saved.status == 303 && saved.field("location") == "/routes/1")
            #expect(try await client.get("/api/v1/routes/%231").object["pattern"] == "/basket")
            let log = try await client.get("/changes").text
            #expect(log.contains("Baskets") && log.contains("console"))
        }
    }

    @Test("two people edit one route: both changes are kept, and of one field somebody decides")
    func conflicts() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(
                _ revision: Int, _ pattern: String, _ target: String, _ more: String
            ) async throws -> TestAnswer {
                try await client.send(
                    "POST", "/routes/1/edit",
                    body: "revision=\(revision)&pattern=%2F\(pattern)&target=\(target)&priority=0"
                        + "&enabled=true&message=Why&\(more)", type: Self.form)
            }
            func route() async throws -> JSONObject {
                try await client.get("/api/v1/routes/%231").object
            }
            let old = try await route()
            guard case .string(let target)? = old["target"] else { return }
            #expect(try await send(2, "basket", target, "action=save").status == 303)
            // What was changed elsewhere is no conflict.
            let other = try await client.send(
                "POST", "/new", body: "pattern=%2Fx&target=x&message=X&action=save&revision=2",
                type: Self.form)
            #expect(other.status == 303)
            #expect(try await send(2, "cart", "cart.open", "action=save").status == 303)
            #expect(try await route()["pattern"] == "/basket")
            #expect(try await route()["target"] == "cart.open")
            let both = try await send(2, "bag", target, "note=mine&action=save")
            #expect(both.status == 200 && both.text.contains("Somebody else has changed this too"))
            #expect(both.text.contains("value=\"/bag\"") && both.text.contains(">Why</td>"))
            #expect(
                both.text.contains("value=\"mine\"") && both.text.contains("value=\"cart.open\""))
            #expect(both.text.contains("name=\"revision\" value=\"5\""))
            let taken = try await send(5, "bag", "cart.open", "note=mine&take=pattern")
            #expect(
                taken.text.contains("value=\"/basket\"") && taken.text.contains("value=\"mine\""))
            #expect(try await route()["note"] == nil)
            #expect(try await send(5, "bag", "cart.open", "note=mine&action=save").status == 303)
            #expect(try await route()["pattern"] == "/bag")
            #expect(try await route()["note"] == "mine")
        }
    }

    @Test("a redirect is saved with its route, shown there and in Try, and removed")
    func redirects() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(_ fields: String) async throws -> TestAnswer {
                try await client.send(
                    "POST", "/routes/2/edit",
                    body: "pattern=%2Fp%2F%7Bid%3Aint%7D&name=product&enabled=true&" + fields,
                    type: Self.form)
            }
            let wrong = try await send("status=301&redirect=&action=preview&fragment=1")
            #expect(wrong.text.contains("A redirect with the status 301 needs a URL."))
            let shown = try await send(
                "status=302&redirect=%2Fcart%3Fp%3D%7Bid%7D&action=preview&fragment=1")
            #expect(shown.text.contains("/cart?p={id}"), "\(shown.text)")
            let saved = try await send(
                "status=302&redirect=%2Fcart%3Fp%3D%7Bid%7D&action=save&message=Moved")
            #expect(saved.status == 303)
            let route = try await client.get("/api/v1/routes/product").object
            #expect(route["redirect"] == ["to": "/cart?p={id}", "status": 302])
            #expect(route["target"] == "redirect")
            #expect(try await client.get("/routes/2").text.contains("redirects (302) to"))
            let tried = try await client.get("/try?url=%2Fp%2F7")
            #expect(tried.text.contains("<a href=\"/try?url=%2Fcart%3Fp%3D7\">"))
            #expect(try await send("status=410&action=save&message=Gone").status == 303)
            #expect(try await client.get("/routes/2").text.contains("is gone (410)"))
            #expect(try await send("target=product&action=save&message=Here").status == 303)
            let back = try await client.get("/api/v1/routes/product").object
            #expect(back["redirect"] == nil && back["target"] == "product")
        }
    }

    @Test("the mistake in a pattern is shown under its very bytes")
    func mistakes() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            let answer = try await client.send(
                "POST", "/new",
                body: "pattern=%2Fa%2F%7Bid%3Anope%7D&target=a&action=preview&fragment=1",
                type: Self.form)
            #expect(answer.text.contains("/a/{id:<mark>nope</mark>}"))
        }
    }

    @Test("forms of other sites change nothing")
    func otherSites() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            let body = "pattern=%2Fx&target=x&action=save&message=x&effect=deny"
            for path in [
                "/new", "/routes/1/edit", "/changes/1/rollback", "/changes/2/revert", "/access/new",
                "/routes/bulk", "/routes/1/remove", "/tests/new",
                "/documents", "/imports/1/undo", "/replays/1/cancel",
            ] {
                for field in [
                    ("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example"),
                    ("Origin", "null"), ("X-Other", "1"),
                ] {
                    let answer = try await client.with(field).send(
                        "POST", path, body: body, type: Self.form)
                    #expect(answer.status == 403, "\(path) \(field)")
                }
            }
            #expect(try await client.get("/api/v1").object["revision"] == 2)
        }
    }

    @Test("a rollback and a rule are saved with their messages")
    func otherEdits() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            let rule = "effect=deny&who=role&name=guest&route=cart&namespace=default&action="
            let shown = try await client.send(
                "POST", "/access/new", body: rule + "preview&fragment=1", type: Self.form)
            #expect(shown.text.contains("Difference"))
            let saved = try await client.send(
                "POST", "/access/new", body: rule + "save&message=Guests+may+not", type: Self.form)
            #expect(saved.status == 303 && saved.field("location") == "/access")
            let access = try await client.get("/access").text
            #expect(access.contains("guest"))
            let nameless = try await client.send(
                "POST", "/access/new", body: "effect=deny&who=role&action=preview&fragment=1",
                type: Self.form)
            #expect(nameless.text.contains("Give the name of the role."))
            let back = try await client.send(
                "POST", "/changes/2/rollback", body: "revision=3&message=Back&action=save",
                type: Self.form)
            #expect(back.status == 303 && back.field("location") == "/changes")
            let after = try await client.get("/access").text
            #expect(!after.contains("guest"))
        }
    }

    @Test("a revert asks what becomes of what later edits changed, and keeps the rest")
    func revert() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(_ path: String, _ body: String) async throws -> TestAnswer {
                try await client.send("POST", path, body: body, type: Self.form)
            }
            let route = "pattern=%2Fx&name=x&enabled=true&action=save&message=m&target="
            #expect(try await send("/new", route + "x").status == 303)
            #expect(try await send("/routes/3/edit", route + "y").status == 303)
            let page = try await client.get("/changes/3").text
            #expect(page.contains("/changes/3/revert") && page.contains("1 later revision"))
            let form = try await client.get("/changes/3/revert").text
            #expect(form.contains("changed since") && form.contains("side route #3 x"))
            let open = try await send("/changes/3/revert", "action=save&revision=4&message=Back")
            #expect(open.status == 200 && open.text.contains("Not decided yet: route #3 x."))
            let saved = try await send(
                "/changes/3/revert",
                "side+route+%233+x=take&action=save&revision=4&message=Back")
            #expect(saved.status == 303 && saved.field("location") == "/changes")
            #expect(try await client.get("/routes/3").problem == "routeNotFound")
            let again = try await send("/changes/5/revert", "action=save&revision=5&message=Again")
            #expect(again.status == 303)
            #expect(try await client.get("/routes/3").status == 200)
        }
    }

    @Test("a rule is removed, and what would have been without it is shown before")
    func removedRule() async throws {
        try await RunningServer.with(registry: {
            try Self.prepare($0)
            try $0.addRule(RuleDraft(.deny, in: .namespace("default"), for: .role("guest")))
        }) { server in
            let client = try await server.loggedIn().with(Self.own)
            #expect(try await client.get("/access").text.contains("/access/1/remove"))
            #expect(try await client.get("/access/7/remove").problem == "ruleNotFound")
            func send(_ body: String) async throws -> TestAnswer {
                try await client.send("POST", "/access/1/remove", body: body, type: Self.form)
            }
            #expect(try await send("action=all&fragment=1").text.contains("Difference"))
            let saved = try await send("action=save&revision=2&message=Open")
            #expect(saved.status == 303 && saved.field("location") == "/access")
            #expect(!(try await client.get("/access").text.contains("guest")))
        }
    }

    @Test("chosen routes, or all that are found, are changed in one revision")
    func bulk() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(_ body: String) async throws -> TestAnswer {
                try await client.send("POST", "/routes/bulk", body: body, type: Self.form)
            }
            let shown = try await send("route=1&route=2&change=disable")
            #expect(shown.status == 200 && shown.text.contains("Disable 2 routes"))
            #expect(shown.text.contains("name=\"routes\" value=\"1,2\""))
            #expect(shown.text.contains("<code class=\"new\">false</code>"))
            let found = try await send("every=true&q=cart&change=disable")
            #expect(found.text.contains("name=\"routes\" value=\"1\""))
            #expect(try await send("change=disable").text.contains("No route is chosen."))
            let saved = try await send(
                "routes=1,2&change=label&value=owner%3Dada&action=save&revision=2&message=Owners")
            #expect(saved.status == 303 && saved.field("location") == "/routes")
            let answer = try await client.get("/api/v1/routes/%232").text
            #expect(answer.contains("\"labels\":{\"owner\":\"ada\"}"))
            #expect(try await client.get("/routes?label=owner%3Dada").text.contains("2 routes"))
            #expect(try await client.get("/api/v1").object["revision"] == 3)
        }
    }

    @Test("a document is shown first, then added, or the registry made equal to it")
    func documents() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            func send(_ document: String, _ more: String) async throws -> TestAnswer {
                try await client.send(
                    "POST", "/documents", body: "document=\(document.percentEncoded)&\(more)",
                    type: Self.form)
            }
            let routes = "pattern,target,name\n/help,help,help\n/cart,basket,cart\n"
            let shown = try await send(routes, "file=routes.csv&duplicates=replace&fragment=1")
            #expect(shown.text.contains("<code class=\"new\">/help</code>"))
            #expect(shown.text.contains("<code class=\"new\">basket</code>"))
            let wrong = try await send(
                "pattern,target\n/{,a\n/{x:nope},b\n", "file=routes.csv&fragment=1")
            #expect(wrong.text.contains("role=\"alert\"") && wrong.text.contains("line 3"))
            let added = try await send(
                routes, "file=routes.csv&duplicates=skip&action=save&revision=2&message=Help")
            #expect(added.status == 303 && added.field("location") == "/changes")
            #expect(try await client.get("/routes").text.contains("3 routes"))
            let exact = "[{\"pattern\":\"/only\",\"target\":\"only\",\"name\":\"only\"}]"
            let equal = try await send(exact, "exact=true&action=save&revision=3&message=Only")
            #expect(equal.status == 303)
            #expect(try await client.get("/routes").text.contains("1 route<"))
            let late = try await send(exact, "exact=true&action=save&revision=3&message=Late")
            #expect(late.status == 200 && late.text.contains("role=\"alert\""))
        }
    }

    @Test("all hits are replayed after the request, which shows how far that is")
    func allHits() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(Self.own)
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1",
                body: "{\"url\":\"/cart\",\"principal\":\"ada\"}", type: "application/x-ndjson")
            #expect(sent.status == 200)
            let rule = "effect=deny&route=cart&namespace=default&action=all&fragment=1"
            func ask() async throws -> String {
                try await client.send("POST", "/access/new", body: rule, type: Self.form).text
            }
            #expect(try await ask().contains("All traffic"))
            var text = ""
            repeat {
                text = try await client.get("/replays/1?fragment=true").text
            } while text.contains("data-again")
            #expect(text.contains("would be refused that was not."))
            #expect(text.contains("ada: 1 hit"))
            // The same question is not replayed again, and callers of the API see the same job.
            #expect(try await ask().contains("ada: 1 hit"))
            let jobs = try await client.get("/api/v1/replays").object["replays"]
            if case .array(let list)? = jobs { #expect(list.count == 1) }
            let report = try await client.get("/api/v1/replays/1").text
            #expect(report.contains("\"refused\":{\"hits\":1,\"recorded\":1,\"principals\":1,"))
            #expect(try await client.get("/replays/1").text.contains("All hits, replayed"))
            let ended = try await client.send(
                "POST", "/replays/1/cancel", body: "fragment=1", type: Self.form)
            #expect(ended.text.contains("ada: 1 hit"))
            for path in ["/replays/2", "/replays/x"] {
                #expect(try await client.get(path).problem == "replayNotFound")
            }
        }
    }

    @Test("an import is undone once its word is typed")
    func undoneImport() async throws {
        let directory = try TemporaryDirectory()
        let log = directory.path("access.log")
        let line =
            "10.0.0.1 - - [20/Nov/2026:10:00:00 +0000] \"GET /cart HTTP/1.1\" 200 1 \"-\" \"x\"\n"
        try line.write(toFile: log, atomically: true, encoding: .utf8)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let imported = try await server.tool("hits import \(log) --yes")
            #expect(imported["imported"] == 1, "\(imported)")
            let client = try await server.loggedIn().with(Self.own)
            let page = try await client.get("/history").text
            #expect(page.contains("access.log") && page.contains("/imports/1/undo"))
            let asked = try await client.get("/imports/1/undo").text
            #expect(asked.contains("<strong>1 hit</strong>"))
            func send(_ word: String) async throws -> TestAnswer {
                try await client.send(
                    "POST", "/imports/1/undo", body: "word=\(word)", type: Self.form)
            }
            let wrong = try await send("no")
            #expect(wrong.status == 200 && wrong.text.contains("is not the word."))
            #expect(try await client.get("/history").text.contains("/imports/1/undo"))
            let undone = try await send("undo")
            #expect(undone.status == 303 && undone.field("location") == "/history")
            #expect(!(try await client.get("/history").text.contains("/imports/1/undo")))
            #expect(try await client.get("/imports/1/undo").problem == "importNotFound")
        }
    }

    @Test("a result of SQL is answered as CSV")
    func results() async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn()
            let answer = try await client.get("/sql.csv?query=SELECT+'a,b'+AS+x,+2+AS+y")
            #expect(answer.text == "x,y\n\"a,b\",2\n")
            #expect(answer.field("content-type") == "text/csv; charset=utf-8")
            // What a spreadsheet would run as a formula is text, as in the CSV of the tool.
            let formulas = "SELECT '=1+1' AS \"@x\", -5 AS n, char(13) || '=1' AS c, x'00ff' AS b"
            let file = try await client.get("/sql.csv?query=\(formulas.percentEncoded)")
            #expect(file.text == "'@x,n,c,b\n'=1+1,-5,\"'\r=1\",x'00ff'\n", "\(file.text)")
        }
    }

    @Test("a form of a session that has ended keeps what was typed, unless another site sent it")
    func keptForm() async throws {
        try await RunningServer.with { server in
            let body = "pattern=%2F%3Cb%3E&target=t&revision=1"
            func send(_ fields: (String, String)...) async throws -> TestAnswer {
                try await server.client.send(
                    "POST", "/new", fields: [("Cookie", "routedb=gone")] + fields, body: body,
                    type: "application/x-www-form-urlencoded")
            }
            let own = try await send(
                ("Origin", "http://127.0.0.1:\(server.port)"), ("Sec-Fetch-Site", "same-origin"))
            #expect(own.status == 401)
            #expect(own.text.contains("name=\"pattern\" value=\"/&lt;b&gt;\""), "\(own.text)")
            #expect(own.text.contains("action=\"/new\""))
            let unknown = try await send()
            #expect(unknown.status == 401 && !unknown.text.contains("name=\"pattern\""))
            let foreign = try await send(
                ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"))
            #expect(foreign.status == 403 && !foreign.text.contains("name=\"pattern\""))
            // Sent again by a session, it does what was wanted.
            let session = try await server.loggedIn()
            let again = try await session.send(
                "POST", "/new",
                fields: [
                    ("Origin", "http://127.0.0.1:\(server.port)"),
                    ("Sec-Fetch-Site", "same-origin"),
                ],
                body: body + "&save=true", type: "application/x-www-form-urlencoded")
            #expect(again.status == 303 || again.status == 200, "\(again.text)")
        }
    }
}
#endif
