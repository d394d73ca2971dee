#if Server
import RouteDB
import RouteDBInsight
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Explain, lint and tests over HTTP")
struct InsightTests {
    private func run(
        _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.add(
                    RouteDraft(pattern: "/user/{id:int}", target: "user.profile", name: "user"))
                try editor.add(RouteDraft(pattern: "/user/{name}", target: "user.name"))
                try editor.add(RouteDraft(pattern: "/user/{other}", target: "never", priority: -1))
                try editor.addCase(
                    RouteTestCase(
                        json: [
                            "case": "one", "url": "/user/1", "expect": ["target": "user.profile"],
                        ]))
                try editor.addCase(
                    RouteTestCase(
                        json: ["case": "two", "url": "/user/x", "expect": ["target": "other"]]))
            }
        ) { try await body($0.client.with(token: token), $0) }
    }

    @Test("an explanation is the JSON of the library's")
    func explain() async throws {
        try await run { client, server in
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            let snapshot = try await registry.snapshot()
            await registry.close()
            var request = ResolutionRequest("/user/7")
            request.time = 1_000_000
            let wanted = ExplanationOutput(
                Explainer(RoutingTable(snapshot)).explain(request), in: snapshot)
            let answer = try await client.get(
                "/api/v1/explain?url=/user/7&time=1970-01-01T00:00:01Z")
            #expect(answer.status == 200)
            #expect(try answer.object == wanted.object)
            let posted = try await client.send(
                "POST", "/api/v1/explain",
                body: "{\"url\":\"/user/7\",\"time\":\"1970-01-01T00:00:01Z\"}")
            #expect(try posted.object == wanted.object)
            let old = try await client.get("/api/v1/explain?url=/user/7&revision=1").object
            #expect(old["outcome"] == "unmatched")
            #expect(try await client.get("/api/v1/explain?url=/a&namespace=x").status == 404)
        }
    }

    @Test("lint answers the findings, of the codes that are asked for")
    func lint() async throws {
        try await run { client, _ in
            let all = try await client.get("/api/v1/lint").object
            guard case .array(let findings)? = all["findings"] else {
                Issue.record("\(all)")
                return
            }
            #expect(!findings.isEmpty)
            let some = try await client.get("/api/v1/lint?code=ambiguous&code=unbound")
            #expect(!some.text.contains("\"unreachable\""))
            #expect(try await client.get("/api/v1/lint?code=none").status == 400)
            let unknown = try await client.get("/api/v1/lint?namespace=none")
            #expect(unknown.problem == "namespaceNotFound")
        }
    }

    @Test("the stored tests are run, all or some, on any revision")
    func tests() async throws {
        try await run { client, _ in
            let all = try await client.send("POST", "/api/v1/test").object
            #expect(all["passed"] == 1)
            #expect(all["failed"] == 1)
            let one = try await client.send("POST", "/api/v1/test?only=one").object
            #expect(one["passed"] == 1)
            #expect(one["failed"] == 0)
            let old = try await client.send("POST", "/api/v1/test?revision=1").object
            #expect(old["failed"] == 2)
        }
    }
}
#endif
