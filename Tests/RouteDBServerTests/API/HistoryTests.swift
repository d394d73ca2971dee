#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("The history over HTTP")
struct HistoryTests {
    /// Runs a service whose history has some hits, sent to it.
    private func run(
        _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(
            in: directory, { $0.now = { RegistryOptions.testTime } },
            registry: { editor in
                try editor.add(
                    RouteDraft(pattern: "/user/{id:int}", target: "user.profile", name: "user"))
            }
        ) { server in
            let client = server.client.with(token: token)
            let lines = (0..<10).map { number in
                "{\"url\":\"/user/\(number)\",\"time\":\"2026-01-01T00:00:0\(number)Z\"}"
            }
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1",
                body: (lines + ["{\"url\":\"/lost\",\"time\":\"2026-01-02T00:00:00Z\"}"])
                    .joined(separator: "\n"), type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            #expect(try sent.object["written"] == 11)
            try await body(client, server)
        }
    }

    @Test("a batch is written once, however often it is sent, and a gap is refused")
    func record() async throws {
        try await run { client, _ in
            func send(_ first: Int, _ urls: [String], stream: String = "test-stream") async throws
                -> TestAnswer
            {
                try await client.send(
                    "POST", "/api/v1/hits?stream=\(stream)&first=\(first)",
                    body: urls.map { "{\"url\":\"\($0)\"}" }.joined(separator: "\n"),
                    type: "application/x-ndjson")
            }
            let overlap = try await send(10, ["/x", "/y", "/z"]).object
            #expect(overlap["written"] == 1)
            #expect(overlap["duplicate"] == 2)
            #expect(overlap["next"] == 13)
            let again = try await send(10, ["/x", "/y", "/z"]).object
            #expect(again["written"] == 0)
            #expect(again["duplicate"] == 3)
            let gap = try await send(20, ["/x"])
            #expect(gap.status == 422)
            #expect(try gap.object["hint"] == "Send the hits from number 13 on.")
            #expect(try await send(1, ["/x"], stream: "other-stream").object["next"] == 2)
            #expect(try await send(1, ["/x"], stream: "short").status == 400)
            for line in [
                "{}", "{\"url\":1}", "{\"url\":\"/\",\"status\":1}", "{\"ur\":\"/\"}", "x",
                "{\"url\":\"/\",\"weight\":0}", "{\"url\":\"/\",\"time\":\"noon\"}",
            ] {
                let answer = try await client.send(
                    "POST", "/api/v1/hits?stream=third-stream&first=1", body: line,
                    type: "application/x-ndjson")
                #expect([400, 422].contains(answer.status), "\(line)")
            }
            #expect(try await client.get("/api/v1/hits").text.contains("\"/z\""))
        }
    }

    @Test("batches of one stream that are sent at once are all written once")
    func concurrent() async throws {
        try await run { client, _ in
            let body = (0..<50).map { "{\"url\":\"/at-once/\($0)\"}" }.joined(separator: "\n")
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await client.send(
                            "POST", "/api/v1/hits?stream=at-once-stream&first=1", body: body,
                            type: "application/x-ndjson"
                        ).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            let answer = try await client.send(
                "POST", "/api/v1/sql",
                body: "{\"sql\":\"SELECT count(*) n FROM hits WHERE url LIKE '/at-once/%'\"}")
            #expect(answer.text.contains("\"rows\":[{\"n\":50}]"))
        }
    }

    @Test("hits are listed newest first, page by page, and filtered")
    func list() async throws {
        try await run { client, _ in
            var (urls, path) = ([String](), "/api/v1/hits?limit=4")
            while true {
                let page = try await client.get(path).object
                guard case .array(let hits)? = page["hits"] else { break }
                for case .object(let hit) in hits {
                    if case .string(let url)? = hit["url"] { urls.append(url) }
                }
                guard case .string(let next)? = page["next"] else { break }
                path = "/api/v1/hits?limit=4&cursor=\(next)"
            }
            #expect(urls == ["/lost"] + (0..<10).reversed().map { "/user/\($0)" })
            func count(_ query: String) async throws -> Int {
                guard
                    case .array(let hits)? = try await client.get("/api/v1/hits?\(query)")
                        .object["hits"]
                else { return -1 }
                return hits.count
            }
            #expect(try await count("outcome=unmatched") == 1)
            #expect(try await count("outcome=unmatched&outcome=matched") == 11)
            #expect(try await count("route=user") == 10)
            #expect(try await count("route=%231") == 10)
            #expect(try await count("namespace=default&until=2026-01-01T00:00:02Z") == 2)
            #expect(try await count("since=2026-01-02T00:00:00Z") == 1)
            #expect(try await client.get("/api/v1/hits?cursor=x").status == 400)
        }
    }

    @Test("SQL reads within limits, and never writes")
    func sql() async throws {
        try await run { client, _ in
            func sql(_ text: String, limit: Int? = nil) async throws -> TestAnswer {
                var body: JSONObject = ["sql": .string(text)]
                body["limit"] = limit.map { .int(Int64($0)) }
                return try await client.send("POST", "/api/v1/sql", body: body.description)
            }
            let counted = try await sql(
                "SELECT outcome, count(*) AS n FROM hits GROUP BY 1 ORDER BY 1")
            #expect(
                counted.text == """
                    {"schema":1,"columns":["outcome","n"],"rows":[{"outcome":"matched","n":10},\
                    {"outcome":"unmatched","n":1}],"complete":true}\n
                    """)
            let cut = try await sql("SELECT url FROM hits", limit: 3).object
            #expect(cut["complete"] == false)
            #expect(try await sql("DELETE FROM route").problem == "readOnly")
            #expect(try await sql("SELEC 1").problem == "invalidSQL")
            #expect(try await sql("ATTACH 'x.db' AS x").status == 403)
            #expect(try await sql("SELECT 1", limit: 0).status == 422)
            #expect(try await client.send("POST", "/api/v1/sql", body: "{}").status == 422)
            let large = try await sql("SELECT zeroblob(1000000000)")
            #expect(large.problem == "limitExceeded", "\(large.text.prefix(200))")
        }
    }

    @Test("no call of a function takes long, for no value is that long but the longest URL")
    func longValues() async throws {
        try await run { client, _ in
            func sql(_ text: String) async throws -> TestAnswer {
                let body: JSONObject = ["sql": .string(text)]
                return try await client.send("POST", "/api/v1/sql", body: body.description)
            }
            let search = "SELECT instr(hex(zeroblob(1500000)), hex(zeroblob(700000)) || '1')"
            #expect(try await sql(search).problem == "limitExceeded")
            let pattern = "SELECT 'a' LIKE '%' || hex(zeroblob(100))"
            #expect(try await sql(pattern).problem == "invalidSQL")
            #expect(try await sql("SELECT json_patch('{}', '{}')").problem == "invalidSQL")
            let hint = try await sql("SELECT zeroblob(2000000)").object["hint"]
            #expect(hint == "Read fewer rows, or shorter values.")
            let url = "/" + String(repeating: "x", count: (1 << 20) - 1)
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=other-stream&first=1", body: "{\"url\":\"\(url)\"}",
                type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            let longest = try await sql("SELECT length(url) AS n FROM hits ORDER BY 1 DESC LIMIT 1")
            #expect(longest.text.contains("\"rows\":[{\"n\":1048576}]"), "\(longest.text)")
        }
    }

    @Test("SQL does not tell where the files are")
    func places() async throws {
        try await run { client, server in
            for text in ["PRAGMA database_list", "SELECT * FROM pragma_database_list"] {
                let body: JSONObject = ["sql": .string(text)]
                let answer = try await client.send(
                    "POST", "/api/v1/sql", body: body.description)
                #expect(answer.problem == "readOnly")
                let page = try await client.get("/sql?query=\(text.percentEncoded)")
                #expect(page.text.contains("Only SQL statements that read are allowed."))
                for shown in [answer.text, page.text] {
                    #expect(!shown.contains(server.directory), "\(text)")
                }
            }
        }
    }

    @Test("every report is the library's")
    func stats() async throws {
        try await run { client, server in
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            let snapshot = try await registry.snapshot()
            await registry.close()
            let history = try await HitHistory.open("\(server.directory)/routes.hits.db")
            var query = AnalysisQuery(in: snapshot)
            query.limit = 20
            let wanted: [(String, any ReportOutput)] = [
                ("top", try await history.top(.routes, query)),
                ("top?by=targets", try await history.top(.targets, query)),
                ("timeline", try await history.timeline(query)),
                ("timeline?limit=20&by=route", try await history.timeline(query, by: .route)),
                ("dead?limit=20", try await history.dead(query)),
                ("denied", try await history.denied(query)),
                ("latency", try await history.latency(query)),
                (
                    "params?route=user&limit=20",
                    try await history.parameters(of: RouteID(rawValue: 1), query)
                ),
            ]
            for (path, report) in wanted {
                let answer = try await client.get("/api/v1/stats/\(path)")
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(try answer.object == report.object, "\(path)")
            }
            let unmatched = try await client.get("/api/v1/stats/unmatched")
            #expect(unmatched.text.contains("\"example\":\"/lost\""))
            let none = try await client.get("/api/v1/stats/unmatched?cause=noise").object
            #expect(none["clusters"] == [])
            await history.close()
            for wrong in [
                "top?by=root", "timeline?bucket=1x", "timeline?tz=Nowhere", "params",
                "top?since=2026-01-02&until=2026-01-01", "top?compare=previous",
            ] {
                let answer = try await client.get("/api/v1/stats/\(wrong)")
                #expect([400, 422].contains(answer.status), "\(wrong): \(answer.status)")
            }
            let compared = try await client.get("/api/v1/stats/top?since=7d&compare=previous")
            #expect(compared.status == 200)
            #expect(try compared.object["previousWindow"] != .null)
        }
    }

    @Test("a report says how many rows are beyond its limit")
    func omitted() async throws {
        try await run { client, _ in
            let urls = (0..<25).map { "{\"url\":\"app\($0)://x/y\"}" }
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=other-stream&first=1",
                body: urls.joined(separator: "\n"), type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            // One group of URLs was there before.
            for (query, rows, omitted) in [("", 20, 6), ("limit=0", 26, 0), ("limit=5", 5, 21)] {
                let report = try await client.get("/api/v1/stats/unmatched?\(query)").object
                guard case .array(let clusters)? = report["clusters"] else {
                    Issue.record("no clusters: \(report)")
                    return
                }
                #expect(clusters.count == rows && report["omitted"] == .int(Int64(omitted)))
            }
        }
    }

    @Test("a bucket, a zone and a period are refused as bad requests, with the rule")
    func badParameters() async throws {
        try await run { client, _ in
            for (query, detail) in [
                ("bucket=soon", "'soon' is not the length of a bucket."),
                ("tz=Nowhere", "'Nowhere' is not a time zone."),
                ("compare=previous", "A comparison needs a window with a start and an end."),
                ("since=2026-01-02&until=2026-01-01", "The window is empty: it starts at"),
            ] {
                let answer = try await client.get("/api/v1/stats/top?\(query)")
                #expect(answer.status == 400 && answer.text.contains(detail), "\(answer.text)")
            }
        }
    }

    @Test("without a history, reports say so")
    func missing() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits], in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client.with(token: token)
            #expect(try await client.get("/api/v1/stats/top").problem == "databaseMissing")
            #expect(try await client.get("/api/v1/hits").object["hits"] == [])
            let replay = try await client.send(
                "POST", "/api/v1/replays", body: "{\"base\":\"1\"}")
            #expect(replay.problem == "databaseMissing")
        }
    }
}
#endif
