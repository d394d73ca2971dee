#if Server
import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBServer

@Suite("Replays over HTTP")
struct ReplayTests {
    private func run(
        hits: Int = 20, _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { try $0.add(RouteDraft(pattern: "/a/{n}", target: "a", name: "a")) }
        ) { server in
            let client = server.client.with(token: token)
            let lines = (0..<hits).map { "{\"url\":\"/a/\($0)\"}" }.joined(separator: "\n")
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1", body: lines,
                type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            try await body(client, server)
        }
    }

    /// The replay, once it has ended.
    private func ended(_ path: String, _ client: TestClient) async throws -> JSONObject {
        while true {
            let object = try await client.get(path).object
            if object["state"] != "running" { return object }
            await Task.yield()
        }
    }

    @Test("a replay runs on after the request, and its report is the library's")
    func report() async throws {
        try await run { client, server in
            let started = try await client.send(
                "POST", "/api/v1/replays", body: "{\"base\":\"1\"}")
            #expect(started.status == 202, "\(started.text)")
            let path = try #require(started.field("location"))
            let job = try await ended(path, client)
            #expect(job["state"] == "finished")
            #expect(job["hits"] == 20)
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            var options = ReplayOptions()
            options.isOneRegistry = true
            let report = try await Replay(
                from: registry.snapshot(at: 1), to: registry.snapshot(), options: options
            ).run(.history("\(server.directory)/routes.hits.db"))
            await registry.close()
            #expect(
                job["report"]
                    == .object(
                        report.object(
                            base: ["name": "1", "revision": 1],
                            head: ["name": "@live", "revision": 2],
                            failures: ["hits that resolve differently: 20"])))
            let list = try await client.get("/api/v1/replays").object
            guard case .array(let replays)? = list["replays"] else { return }
            #expect(replays.count == 1)
            #expect(try await client.send("DELETE", path).status == 200)
            #expect(try await client.get(path).problem == "replayNotFound")
        }
    }

    @Test("a replay ends with the token that asked for it")
    func ended() async throws {
        try await run { _, server in
            let tokens = try TokenStore(
                file: TokenFile(path: "\(server.directory)/none.tokens"), clock: { 0 })
            let jobs = ReplayJobs(
                tokens: tokens, clock: { 0 }, hiddenPaths: PathRedactor([server.registry]))
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            let snapshot = try await registry.snapshot()
            await registry.close()
            var options = ReplayOptions()
            options.isOneRegistry = true
            for (token, state) in [("gone", "cancelled"), (nil, "finished")] as [(String?, String)]
            {
                let caller = Caller(
                    proof: .session("s"), name: "robot", scopes: [.read, .hits], token: token)
                let started = try await jobs.start(
                    ReplayJobs.Request(
                        base: snapshot, head: snapshot, names: ("1", "2"),
                        source: .history("\(server.directory)/routes.hits.db"), options: options,
                        gate: ReplayGate(minimumHits: 0), accepted: nil, caller: caller))
                guard case .int(let id)? = started["id"] else { return }
                var job = started
                while job["state"] == "running" {
                    await Task.yield()
                    job = await jobs.get(Int(id)) ?? [:]
                }
                #expect(job["state"] == .string(state))
            }
        }
    }

    @Test("a document that is not applied yet can be replayed against")
    func foresight() async throws {
        try await run { client, _ in
            let started = try await client.send(
                "POST", "/api/v1/replays",
                body: """
                    {"document":{"routes":[{"name":"a","pattern":"/b/{n}","target":"a"}]}}
                    """)
            #expect(started.status == 202, "\(started.text)")
            let path = try #require(started.field("location"))
            let job = try await ended(path, client)
            guard case .object(let report)? = job["report"] else {
                Issue.record("\(job)")
                return
            }
            #expect(report["changed"] == 20)
            #expect(try await client.get("/api/v1").object["revision"] == 2)
        }
    }

    /// The job of a replay, once it has ended.
    private func job(_ body: JSONObject, _ client: TestClient) async throws -> JSONObject {
        let started = try await client.send("POST", "/api/v1/replays", body: body.description)
        return try await ended(try #require(started.field("location"), "\(started.text)"), client)
    }

    private func failures(_ job: JSONObject) -> JSONValue? {
        guard case .object(let report)? = job["report"] else { return nil }
        return report["failures"]
    }

    @Test("a gate says which differences fail, and accepted ones do not count")
    func gate() async throws {
        try await run { client, _ in
            let other = try await job(["base": "1", "failOn": ["now-unmatched"]], client)
            #expect(failures(other) == [])
            let named = try await job(["base": "1", "failOn": ["newly-matched"]], client)
            #expect(failures(named) == ["hits that are newly-matched: 20"])
            #expect(failures(try await job(["base": "1", "maxChanged": 20], client)) == [])
            let share = try await job(["base": "1", "maxChanged": "99%"], client)
            guard case .array(let reasons)? = failures(share) else { return }
            #expect(reasons.count == 1)
            let report = try #require(share["report"])
            let accepted = try await job(["base": "1", "accept": report], client)
            #expect(failures(accepted) == [])
            let both = try await job(["base": "1", "accept": [report, report]], client)
            #expect(failures(both) == [])
        }
    }

    @Test("too few hits show nothing, unless that is meant")
    func evidence() async throws {
        try await run(hits: 2) { client, _ in
            let few = try await job(["base": "1", "minHits": 3], client)
            #expect(few["state"] == "failed")
            guard case .object(let error)? = few["error"] else { return }
            #expect(error["type"] == "tooFewHits")
            #expect(few["report"] != .null)
            let none = try await job(
                ["base": "1", "since": "2001-01-01", "until": "2001-01-02"], client)
            #expect(none["state"] == "failed")
            let meant = try await job(
                ["base": "1", "since": "2001-01-01", "until": "2001-01-02", "minHits": 0], client)
            #expect(meant["state"] == "finished")
        }
    }

    @Test("what is wrong with a request is said before anything runs")
    func wrong() async throws {
        try await run { client, _ in
            for body in [
                "{}", "{\"base\":\"99\"}", "{\"bas\":\"1\"}", "{\"base\":\"1\",\"sample\":2}",
                "{\"head\":\"1\",\"document\":{}}", "{\"document\":{\"x\":1}}",
                "{\"base\":\"1\",\"namespace\":\"none\"}", "{\"base\":\"1\",\"examples\":-1}",
                "{\"base\":\"1\",\"since\":\"noon\"}", "{\"base\":\"1\",\"failOn\":[\"x\"]}",
                "{\"base\":\"1\",\"maxChanged\":\"x\"}", "{\"base\":\"1\",\"maxChanged\":-1}",
                "{\"base\":\"1\",\"minHits\":-1}", "{\"base\":\"1\",\"accept\":{}}",
            ] {
                let answer = try await client.send("POST", "/api/v1/replays", body: body)
                #expect([404, 422].contains(answer.status), "\(body): \(answer.text)")
            }
            #expect(try await client.get("/api/v1/replays").object["replays"] == [])
            #expect(try await client.get("/api/v1/replays/x").status == 404)
            #expect(try await client.send("DELETE", "/api/v1/replays/1").status == 404)
        }
    }
}
#endif
