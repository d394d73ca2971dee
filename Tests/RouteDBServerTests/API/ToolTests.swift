#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

/// The service answers with the JSON of the tool: the same members, in the same order.
@Suite("The tool and the service")
struct ToolTests {
    private func run(
        _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(
            in: directory, { $0.now = { RegistryOptions.testTime } }, registry: Self.fill
        ) { server in
            let client = server.client.with(token: token)
            let hits = (0..<60).map { number in
                let url = number % 7 == 0 ? "/usr/\(number)" : "/user/\(number % 9)?q=\(number)"
                let (day, hour) = (28 + number % 4, 10 + number % 10)
                let principal = number % 5 == 0 ? "" : ",\"principal\":\"p\(number % 3)\""
                return "{\"url\":\"\(url)\",\"time\":\"2025-12-\(day)T\(hour):00:00Z\""
                    + ",\"durationUs\":\(number * 10),\"referrer\":\"/from\"\(principal)}"
            }
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1",
                body: hits.joined(separator: "\n"), type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            try await body(client, server)
        }
    }

    private static let fill: @Sendable (RegistryEditor) throws -> Void = { editor in
        try editor.add(
            RouteDraft(pattern: "/user/{id:int}", target: "user.profile", name: "user"))
        try editor.add(
            RouteDraft(pattern: "/user/{name}", target: "user.name", name: "named", group: "web"))
        try editor.add(RouteDraft(pattern: "/admin", target: "admin", name: "admin"))
        try editor.addNamespace(NamespaceDraft(name: "shop"))
        try editor.setConverter("size", rule: .any, in: "default")
        try editor.setDefault("lang", to: "en", in: .namespace("default"))
        try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .principal("p1")))
        try editor.addSuppression(
            SuppressionDraft(.converterUnused, name: "size", reason: "Soon"))
        for (name, url, target) in [("one", "/user/1", "user.profile"), ("two", "/user/x", "no")] {
            try editor.addCase(
                RouteTestCase(
                    json: [
                        "case": .string(name), "url": .string(url),
                        "expect": ["target": .string(target)],
                    ]))
        }
    }

    private func compare(
        _ client: TestClient, _ server: RunningServer, _ line: String, _ path: String,
        method: String = "GET", key: String? = nil
    ) async throws {
        let told = try await server.tool(line)
        let answer = try await client.send(method, "/api/v1/\(path)")
        #expect(answer.status == 200, "\(path): \(answer.text)")
        let object = try answer.object
        guard let key else {
            #expect(object == told, "\(line)")
            return
        }
        #expect(object[key] != nil && object[key] == told[key], "\(line)")
    }

    @Test("lists, single things, explanations, findings and revisions are the same")
    func registry() async throws {
        try await run { client, server in
            for (line, path, key) in [
                ("list", "routes", "routes"), ("namespace list", "namespaces", "namespaces"),
                ("converter list", "converters", "converters"),
                ("default list", "defaults", "defaults"), ("acl list", "rules", "rules"),
                ("lint suppressions", "suppressions", "suppressions"),
                ("test list", "cases", "cases"), ("tag", "tags", "tags"),
            ] {
                try await compare(client, server, line, path, key: key)
            }
            for (line, path) in [
                ("resolve /user/7?q=1", "resolve?url=/user/7%3Fq%3D1"),
                ("resolve /nothing", "resolve?url=/nothing"),
                ("explain /usr/7 --as p1", "explain?url=/usr/7&principal=p1"),
                ("explain /user/7 --as-of @1", "explain?url=/user/7&revision=1"),
                ("blame user", "routes/user/blame"), ("log", "revisions"),
                ("diff @1", "diff?from=1"), ("lint", "lint"), ("lint --all", "lint?all"),
                ("export --format json", "document"),
            ] {
                try await compare(client, server, line, path)
            }
        }
    }

    @Test("the results of tests and their coverage are the same")
    func tests() async throws {
        try await run { client, server in
            for (line, path) in [
                ("test --all", "test"), ("test --all --coverage", "test?coverage"),
                ("test --all --only one --only two", "test?only=one&only=two"),
                ("test --all --only /user/x --coverage", "test?only=/user/x&coverage"),
                ("test --all --as-of @1", "test?revision=1"),
            ] {
                try await compare(client, server, line, path, method: "POST")
            }
        }
    }

    @Test(
        "every report is the same, for all of the time and for each bucket of it",
        arguments: [
            ("top", "top"), ("top targets", "top?by=targets"),
            ("top namespaces", "top?by=namespaces"), ("top principals", "top?by=principals"),
            ("top referrers", "top?by=referrers"), ("top --by label:owner", "top?by=label:owner"),
            ("timeline", "timeline?"), ("timeline --by route", "timeline?by=route"),
            ("unmatched", "unmatched?"),
            ("unmatched --cause unknown-path", "unmatched?cause=unknown-path"),
            ("dead", "dead?"), ("denied", "denied?"), ("latency", "latency?"),
            ("latency --by route", "latency?by=route"), ("params user", "params?route=user"),
            ("params user --unmatched", "params?route=user&unmatched"),
        ])
    func reports(line: String, path: String) async throws {
        try await run { client, server in
            let path = path.contains("?") ? path : path + "?"
            for (options, query) in [
                ("", ""), (" --bucket 1d", "&bucket=1d"), (" --limit 2", "&limit=2"),
                (
                    " --bucket 1h --tz Europe/Berlin --limit 1",
                    "&bucket=1h&tz=Europe/Berlin&limit=1"
                ),
                (
                    " --since 2025-12-30 --until 2025-12-31 --compare previous",
                    "&since=2025-12-30&until=2025-12-31&compare=previous"
                ),
                (" --as-of now --namespace default", "&asOf=now&namespace=default"),
            ] {
                try await compare(
                    client, server, "stats \(line)\(options)", "stats/\(path)\(query)")
            }
        }
    }

    @Test("a replay's report is the same, with its notes and failures")
    func replay() async throws {
        try await run { client, server in
            for (line, body) in [
                ("--base @1", ["base": "1"] as JSONObject),
                ("--base @1 --max-changed 50%", ["base": "1", "maxChanged": "50%"]),
                (
                    "--base @1 --fail-on newly-matched --examples 1",
                    ["base": "1", "failOn": ["newly-matched"], "examples": 1]
                ),
            ] {
                var told = try await server.tool("replay \(line)")
                let started = try await client.send(
                    "POST", "/api/v1/replays", body: body.description)
                let path = try #require(started.field("location"), "\(started.text)")
                var job: JSONObject = ["state": "running"]
                while job["state"] == "running" { job = try await client.get(path).object }
                guard case .object(var report)? = job["report"] else {
                    Issue.record("\(job)")
                    return
                }
                // The tool names revisions in its own way.
                for key in ["base", "head"] { (told[key], report[key]) = (nil, nil) }
                #expect(report == told, "\(line)")
            }
        }
    }

    @Test("rows of SQL are the same")
    func sql() async throws {
        try await run { client, server in
            let answer = try await client.send(
                "POST", "/api/v1/sql",
                body:
                    "{\"sql\":\"SELECT/**/outcome,count(*)n/**/FROM/**/hits/**/GROUP/**/BY/**/1\"}")
            let told = try await server.tool(
                "sql SELECT/**/outcome,count(*)n/**/FROM/**/hits/**/GROUP/**/BY/**/1")
            #expect(try answer.object["rows"] != nil)
            #expect(try answer.object["rows"] == told["rows"], "\(told)")
        }
    }
}
#endif
