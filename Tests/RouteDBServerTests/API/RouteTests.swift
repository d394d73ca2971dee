#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Routes over HTTP")
struct RouteTests {
    private func run(
        namespace: String? = nil, _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(
            [.read, .write], namespace: namespace, in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.addNamespace(NamespaceDraft(name: "shop"))
                for number in 0..<5 {
                    try editor.add(
                        RouteDraft(
                            pattern: "/page/\(number)", target: "page.\(number)",
                            name: "page\(number)"))
                }
                try editor.add(
                    RouteDraft(
                        pattern: "/shoes", target: "shop.shoes", name: "shoes", namespace: "shop"))
            }
        ) { try await body($0.client.with(token: token), $0) }
    }

    @Test("PUT adds, replaces, and changes nothing when it is sent again")
    func put() async throws {
        try await run { client, _ in
            let path = "/api/v1/routes/user"
            let body = "{\"pattern\":\"/user/{id:int}\",\"target\":\"user\",\"defaults\":{\"a\":1}}"
            let added = try await client.send("PUT", path, body: body)
            #expect(added.status == 201)
            #expect(try await client.get(path).field("etag") == added.field("etag"))
            #expect(try added.object["revision"] == 3)
            let again = try await client.send("PUT", path, body: body)
            #expect(try again.object["revision"] == .null)
            #expect(again.text.contains("\"outcome\":\"unchanged\""))
            let replaced = try await client.send(
                "PUT", path, body: "{\"pattern\":\"/user/{id}\",\"target\":\"user\"}")
            #expect(replaced.text.contains("\"outcome\":\"replaced\""))
            let route = try await client.get(path).object
            #expect(route["pattern"] == "/user/{id}")
            #expect(route["defaults"] == .object([:]))
            let task = try await client.send(
                "PUT", "/api/v1/routes/pay", body: "{\"target\":\"p\"}")
            #expect(task.text.contains("\"pattern\":null"))
            // A redirect needs no target.
            let redirect = try await client.send(
                "PUT", "/api/v1/routes/old", body: #"{"pattern":"/old","redirect":{"to":"/new"}}"#)
            #expect(redirect.text.contains("\"target\":\"redirect\""), "\(redirect.text)")
        }
    }

    @Test("what is wrong with a body is named, with its place in the pattern")
    func invalid() async throws {
        try await run { client, _ in
            func problem(_ body: String, at path: String = "/api/v1/routes/a") async throws
                -> TestAnswer
            {
                try await client.send("PUT", path, body: body)
            }
            let pattern = try await problem("{\"pattern\":\"/a/{b\",\"target\":\"t\"}")
            #expect(pattern.status == 422)
            #expect(pattern.problem == "invalidPattern")
            #expect(try pattern.object["start"] == 3)
            #expect(try await problem("{\"pattern\":\"/a\"}").problem == "invalidValue")
            let unknown = try await problem("{\"pattern\":\"/a\",\"target\":\"t\",\"prioriti\":1}")
            #expect(try unknown.object["hint"] == "Did you mean 'priority'?")
            let name = try await problem("{\"pattern\":\"/a\",\"target\":\"t\",\"name\":\"b\"}")
            #expect(name.problem == "invalidValue")
            #expect(try await problem("{\"pattern\":1,\"target\":\"t\"}").status == 422)
            let text = try await problem("{\"pattern\":\n,}")
            #expect(text.status == 400)
            #expect(try text.object["line"] == 2)
            #expect(try await problem("[]").status == 400)
            let taken = try await problem("{\"pattern\":\"/page/1\",\"target\":\"t\"}")
            #expect(taken.status == 409)
            #expect(taken.problem == "routeConflict")
            let large = String(repeating: " ", count: 1 << 20) + "{}"
            #expect(try await problem(large).status == 413)
        }
    }

    @Test("If-Match makes two editors safe")
    func conditions() async throws {
        try await run { client, _ in
            let path = "/api/v1/routes/page1"
            let first = try await client.get(path)
            let tag = try #require(first.field("etag"))
            #expect(tag.hasPrefix("\"item-"))
            #expect(try await client.get(path, ("If-None-Match", tag)).status == 304)
            let unsafe = try await client.send("PATCH", path, body: "{\"priority\":1}")
            #expect(unsafe.status == 428)
            #expect(try await client.send("DELETE", path).problem == "preconditionRequired")
            let one = try await client.with(("If-Match", tag))
                .send("PATCH", path, body: "{\"priority\":1}")
            #expect(one.status == 200)
            #expect(try await client.get(path).field("etag") == one.field("etag"))
            let two = try await client.with(("If-Match", tag))
                .send("PATCH", path, body: "{\"priority\":2}")
            #expect(two.status == 412)
            #expect(two.problem == "preconditionFailed")
            let bad = try await client.with(("If-Match", "\"x\"")).send("DELETE", path)
            #expect(bad.status == 412)
            let any = try await client.with(("If-Match", "*")).send("DELETE", path)
            #expect(any.status == 200)
            #expect(try await client.get(path).status == 404)
        }
    }

    @Test("PATCH changes what it names, and null removes")
    func patch() async throws {
        try await run { client, _ in
            let path = "/api/v1/routes/page1"
            let patching = client.with(("If-Match", "*"))
            let answer = try await patching.send(
                "PATCH", path,
                body: "{\"defaults\":{\"a\":1,\"b\":2},\"enabled\":false,\"group\":\"web\"}")
            #expect(answer.status == 200, "\(answer.text)")
            let again = try await patching.send(
                "PATCH", path, body: "{\"defaults\":{\"a\":null},\"group\":null}")
            #expect(again.status == 200)
            let got = try await client.get(path)
            #expect(got.status == 200, "\(again.text) \(got.text)")
            let route = try got.object
            #expect(route["defaults"] == ["b": 2])
            #expect(route["enabled"] == false)
            #expect(route["group"] == .null)
            #expect(route["pattern"] == "/page/1")
        }
    }

    @Test("a dry run answers what would be done, and changes nothing")
    func dryRun() async throws {
        try await run { client, _ in
            let answer = try await client.with(("If-Match", "*"))
                .send("DELETE", "/api/v1/routes/page1?dryRun=true")
            #expect(try answer.object["dryRun"] == true)
            #expect(answer.field("etag") == "\"rev-2\"")
            #expect(try await client.get("/api/v1/routes/page1").status == 200)
        }
    }

    @Test("an edit is a revision by the token's name, with its message")
    func author() async throws {
        try await run { client, server in
            _ = try await client.send(
                "PUT", "/api/v1/routes/a?message=Because%20so",
                body: "{\"pattern\":\"/a\",\"target\":\"t\"}")
            let session = try await server.loggedIn().with(("Sec-Fetch-Site", "same-origin"))
            _ = try await session.send(
                "PUT", "/api/v1/routes/b", body: "{\"pattern\":\"/b\",\"target\":\"t\"}")
            let list = try await client.get("/api/v1/revisions?limit=2").object
            guard case .array(let revisions)? = list["revisions"],
                case .object(let newest)? = revisions.first,
                case .object(let older)? = revisions.last
            else {
                Issue.record("\(list)")
                return
            }
            #expect(newest["author"] == "ada")
            #expect(newest["source"] == "serve")
            #expect(older["author"] == "robot")
            #expect(older["message"] == "Because so")
        }
    }

    @Test("a cursor stays with its revision, so that pages never tear")
    func pages() async throws {
        try await run { client, _ in
            let first = try await client.get("/api/v1/routes?limit=2&namespace=default").object
            #expect(first["total"] == 5)
            _ = try await client.with(("If-Match", "*")).send("DELETE", "/api/v1/routes/page0")
            var names: [String] = []
            var next = first["next"]
            var page = first
            while true {
                guard case .array(let routes)? = page["routes"] else { break }
                for case .object(let route) in routes { names.append("\(route["name"] ?? "")") }
                guard case .string(let cursor)? = next else { break }
                page = try await client.get(
                    "/api/v1/routes?limit=2&namespace=default&cursor=\(cursor)"
                ).object
                #expect(page["revision"] == first["revision"])
                next = page["next"]
            }
            #expect(names == (0..<5).map { "\"page\($0)\"" })
            #expect(try await client.get("/api/v1/routes?cursor=x").status == 400)
            let after = try await client.get("/api/v1/routes?limit=1&cursor=2-99").object
            #expect(after["routes"] == [])
        }
    }

    @Test("a list is filtered, and may be of a past revision")
    func filters() async throws {
        try await run { client, _ in
            func names(_ query: String) async throws -> [String] {
                let answer = try await client.get("/api/v1/routes?\(query)").object
                guard case .array(let routes)? = answer["routes"] else { return [] }
                return routes.compactMap {
                    guard case .object(let route) = $0, case .string(let name)? = route["name"]
                    else { return nil }
                    return name
                }
            }
            _ = try await client.send(
                "PUT", "/api/v1/routes/cafe",
                body:
                    "{\"pattern\":\"/cafe\u{301}\",\"target\":\"t\",\"labels\":{\"owner\":\"ada\"}}"
            )
            let wanted: KeyValuePairs<String, [String]> = [
                "namespace=shop": ["shoes"], "target=page.3": ["page3"],
                "target=page": (0..<5).map { "page\($0)" }, "pattern=/page/4": ["page4"],
                "name=page2&enabled=true": ["page2"], "enabled=false": [], "revision=1": [],
                "label=owner": ["cafe"], "label=owner&label=owner%3Dada": ["cafe"],
                "label=owner%3Deve": [], "pattern=cafe": ["cafe"], "pattern=caf%C3%A9": [],
            ]
            for (query, expected) in wanted {
                let found = try await names(query)
                #expect(found == expected, "\(query)")
            }
            let past = try await client.get("/api/v1/routes?revision=99")
            #expect(past.problem == "revisionNotFound")
            let missing = try await client.get("/api/v1/routes?namespace=none")
            #expect(missing.problem == "namespaceNotFound")
            #expect(try await client.get("/api/v1/routes?label=%3Dx").problem == "invalidValue")
        }
    }

    @Test("a token for one namespace sees and changes that one only")
    func limited() async throws {
        try await run(namespace: "shop") { client, _ in
            let list = try await client.get("/api/v1/routes").object
            #expect(list["total"] == 1)
            let foreign = try await client.get("/api/v1/routes?namespace=default")
            #expect(foreign.status == 403 && foreign.problem == "namespaceLimited")
            #expect(try await client.get("/api/v1/routes/shoes").status == 200)
            for other in ["page1", "default:page1", "%231"] {
                let answer = try await client.get("/api/v1/routes/\(other)")
                #expect([403, 404].contains(answer.status), "\(other): \(answer.text)")
                let removed = try await client.with(("If-Match", "*"))
                    .send("DELETE", "/api/v1/routes/\(other)")
                #expect([403, 404].contains(removed.status), "\(other): \(removed.text)")
            }
            let put = try await client.send(
                "PUT", "/api/v1/routes/x", body: "{\"pattern\":\"/x\",\"target\":\"t\"}")
            #expect(put.problem == "namespaceLimited")
            let moved = try await client.with(("If-Match", "*")).send(
                "PATCH", "/api/v1/routes/shoes", body: "{\"namespace\":\"default\"}")
            #expect(moved.problem == "namespaceLimited")
            let own = try await client.send(
                "PUT", "/api/v1/routes/x",
                body: "{\"pattern\":\"/x\",\"target\":\"t\",\"namespace\":\"shop\"}")
            #expect(own.status == 201, "\(own.text)")
        }
    }

    @Test("a token for one namespace learns nothing of another from what is not found")
    func limitedErrors() async throws {
        try await run(namespace: "shop") { client, _ in
            for path in ["default:page1", "default:pge1", "default:page1/blame", "none:a"] {
                let answer = try await client.get("/api/v1/routes/\(path)")
                #expect(answer.problem == "namespaceLimited", "\(path): \(answer.text)")
            }
            for (method, path, body) in [
                ("PUT", "defaults/x?route=default:pge1", "{\"value\":1}"),
                ("POST", "rules", "{\"effect\":\"deny\",\"route\":\"default:pge1\"}"),
            ] {
                let answer = try await client.send(method, "/api/v1/\(path)", body: body)
                #expect(answer.problem == "namespaceLimited", "\(path): \(answer.text)")
            }
            // A name that routes of other namespaces have as well is that of the own one.
            let own = try await client.send(
                "PUT", "/api/v1/routes/page1",
                body: "{\"pattern\":\"/one\",\"target\":\"t\",\"namespace\":\"shop\"}")
            #expect(own.status == 201, "\(own.text)")
            #expect(try await client.get("/api/v1/routes/page1/blame").status == 200)
            let rule = try await client.send(
                "POST", "/api/v1/rules", body: "{\"effect\":\"deny\",\"route\":\"page1\"}")
            #expect(try rule.onlyChange("rules")["namespace"] == "shop")
        }
    }

    /// A registry that somebody else changes right after each edit.
    private struct BusyRegistry: SharedRegistry {
        let path: String
        var name: String { path }
        var address: String { path }
        var hitsSetAside: Int { 0 }

        func edit<Value: Sendable>(
            _ body: @escaping @Sendable (RouteRegistry) async throws -> Value
        ) async throws -> Value {
            let registry = try await RouteRegistry.open(path, options: .testing(.writing))
            let value = try await body(registry)
            try await registry.edit { editor in
                try editor.setDefault("n", to: .int(editor.base), in: .namespace("default"))
            }
            await registry.close()
            return value
        }
    }

    @Test("the ETag after an edit is that of the item, which another edit of something else leaves")
    func overtaken() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        let busy = BusyRegistry(path: directory.path("routes.db"))
        try await RunningServer.with(
            in: directory, { $0.shared = busy },
            registry: { try $0.add(RouteDraft(pattern: "/b", target: "b")) }
        ) { server in
            let client = server.client.with(token: token)
            let path = "/api/v1/routes/a"
            let body = "{\"pattern\":\"/a\",\"target\":\"a\"}"
            let added = try await client.send("PUT", path, body: body)
            #expect(try added.object["revision"] == 3)
            let tag = try #require(added.field("etag"))
            let stale = try await client.with(("If-Match", "\"rev-3\""))
                .send("PATCH", path, body: "{\"target\":\"b\"}")
            #expect(stale.problem == "revisionConflict", "\(stale.text)")
            let again = try await client.send("PUT", path, body: body)
            #expect(try again.object["revision"] == .null)
            #expect(again.field("etag") == tag)
            let other = try await client.with(("If-Match", tag))
                .send("PATCH", path, body: "{\"target\":\"b\"}")
            #expect(other.status == 200, "\(other.text)")
        }
    }

    @Test("a name of digits is a name, not an id")
    func digits() async throws {
        try await run { client, _ in
            let put = try await client.send(
                "PUT", "/api/v1/routes/1", body: "{\"pattern\":\"/one\",\"target\":\"one\"}")
            #expect(put.text.contains("\"outcome\":\"added\""), "\(put.text)")
            #expect(try await client.get("/api/v1/routes/page0").status == 200)
        }
    }
}
#endif
