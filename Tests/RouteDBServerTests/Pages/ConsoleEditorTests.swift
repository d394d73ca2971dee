#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("What the console edits of routes, rules and tests")
struct ConsoleEditorTests {
    private static func prepare(_ editor: RegistryEditor) throws {
        try editor.add(
            RouteDraft(
                pattern: "/cart/{id}", target: "cart.show", name: "cart", kind: "GET",
                defaults: ["tab": "all", "page": 1], requirements: [RouteRequirement("id", .any)],
                labels: ["owner": "growth", "size": "5"]))
        try editor.add(RouteDraft(pattern: "/login", target: "login", name: "login"))
    }

    /// Runs a service, with a browser that sends forms to it.
    private func editing(
        _ body:
            @escaping (TestClient, @escaping (String, String) async throws -> TestAnswer)
            async throws -> Void
    ) async throws {
        try await RunningServer.with(registry: Self.prepare) { server in
            let client = try await server.loggedIn().with(("Sec-Fetch-Site", "same-origin"))
            try await body(client) { path, fields in
                try await client.send(
                    "POST", path, body: fields, type: "application/x-www-form-urlencoded")
            }
        }
    }

    @Test("the form of a route has all its fields, and saves kind, labels, values and requirements")
    func route() async throws {
        try await editing { client, send in
            let form = try await client.get("/routes/1/edit").text
            for text in [
                "<h1>Edit cart</h1>", "owner=growth\nsize=5</textarea>",
                "page=1\ntab=all</textarea>",
                "id=any</textarea>", "name=\"kind\" type=\"text\" value=\"GET\"",
            ] {
                #expect(form.contains(text), "\(text)")
            }
            let fields =
                "revision=2&pattern=%2Fcart%2F%7Bid%7D&target=cart.show&name=cart&priority=0"
                + "&enabled=true&kind=POST&labels=owner%3Dshop%0D%0Asize%3D5"
                + "&defaults=tab%3D%22all%22%0Apage%3D2&requires=id%3Dstring&action=save&message=m"
            let saved = try await send("/routes/1/edit", fields)
            #expect(saved.status == 303, "\(saved.text)")
            let route = try await client.get("/api/v1/routes/%231").object
            #expect(route["kind"] == "POST" && route["requires"] == ["id": "string"])
            #expect(route["labels"] == ["owner": "shop", "size": "5"])
            #expect(route["defaults"] == ["page": 2, "tab": "all"])
            for (wrong, reason) in [
                ("labels=owner", "has no key"), ("defaults=a%3D1%0Aa%3D2", "is twice"),
                ("requires=id%3Dtext", "Unknown type"),
            ] {
                let answer = try await send(
                    "/routes/1/edit",
                    "revision=3&pattern=%2Fc&target=t&priority=0&action=preview&fragment=1&\(wrong)"
                )
                #expect(answer.text.contains(reason), "\(answer.text)")
            }
        }
    }

    @Test("a route is removed once its page has shown what would be without it")
    func removedRoute() async throws {
        try await editing { client, send in
            let edit = try await client.get("/routes/1/edit").text
            #expect(edit.contains("href=\"/routes/1/remove\""))
            let page = try await client.get("/routes/1/remove").text
            #expect(page.contains("Remove cart"))
            let shown = try await send("/routes/1/remove", "revision=2&action=preview&fragment=1")
            #expect(shown.text.contains("Difference"))
            let saved = try await send("/routes/1/remove", "revision=2&action=save&message=Over")
            #expect(saved.status == 303 && saved.field("location") == "/routes")
            let missing = try await client.get("/routes/1/remove")
            #expect(missing.problem == "routeNotFound")
        }
    }

    @Test("several suggestions are a document, whose form shows what it would do")
    func suggestions() async throws {
        try await editing { client, _ in
            let routes = ["/b", "/c"].map {
                "route=%7B%22pattern%22%3A%22\($0)%22%2C%22target%22%3A%22t%22%7D"
            }
            let page = try await client.get("/documents?\(routes.joined(separator: "&"))")
            #expect(page.status == 200 && page.text.contains("data-ask"))
            #expect(page.text.contains("{&quot;pattern&quot;:&quot;/c&quot;,"), "\(page.text)")
            let wrong = try await client.get("/documents?route=%7B")
            #expect(wrong.status == 400)
        }
    }

    @Test("a rule may challenge, watch only, end, ask for a claim, and tell people why")
    func rule() async throws {
        try await editing { client, send in
            let fields =
                "who=claim&name=plan%3Dgold&route=cart&namespace=default&until=2027-01-31&shadow=true"
                + "&code=gold_only&reason=For+members&conditions=context.device+%3D+tablet%0D%0A"
                + "param.id+in+1%2C2&message=m&action=save"
            let aimless = try await send("/access/new", fields + "&effect=challenge")
            #expect(aimless.text.contains("The challenge has no target."))
            let saved = try await send("/access/new", fields + "&effect=challenge&target=login")
            #expect(saved.status == 303, "\(saved.text)")
            let rule = try await client.get("/api/v1/rules/1").object
            #expect(rule["effect"] == "challenge" && rule["target"] == "login", "\(rule)")
            #expect(rule["subject"] == ["claim": "plan", "value": "gold"], "\(rule)")
            #expect(rule["shadow"] == true && rule["code"] == "gold_only")
            #expect(rule["until"] == "2027-01-31T00:00:00Z" && rule["message"] == "For members")
            #expect(rule["conditions"] == ["context.device = tablet", "param.id in 1,2"])
        }
    }

    @Test("a URL that was tried becomes a test, which fails once the answer is another one")
    func test() async throws {
        try await editing { client, send in
            let tried = try await client.get("/try?url=%2Fcart%2F7&kind=GET").text
            #expect(tried.contains("href=\"/tests/new?url=%2Fcart%2F7&amp;kind=GET\""))
            let form = try await client.get("/tests/new?url=%2Fcart%2F7&kind=GET")
            #expect(form.status == 200 && form.text.contains("cart.show"))
            let fields = "url=%2Fcart%2F7&kind=GET&name=cart+opens&message=m&revision=2&action=save"
            let saved = try await send("/tests/new", fields)
            #expect(saved.status == 303 && saved.field("location") == "/tests", "\(saved.text)")
            #expect(try await client.get("/tests").text.contains("All of 1 test passes"))
            _ = try await send("/routes/1/remove", "revision=3&action=save&message=Over")
            let failed = try await client.get("/tests").text
            #expect(failed.contains("1 of 1 test fails") && failed.contains("cart opens"))
            let taken = try await send("/tests/new", fields)
            #expect(taken.text.contains("already exists, #1."), "\(taken.text)")
            let invalid = try await client.get("/tests/new?url=%2Fa&at=never")
            #expect(invalid.problem == "invalidValue")
            let removed = try await send("/tests/1/remove", "revision=4&action=save&message=Over")
            #expect(removed.status == 303, "\(removed.text)")
            #expect(try await client.get("/tests/1/remove").problem == "caseNotFound")
        }
    }
}
#endif
