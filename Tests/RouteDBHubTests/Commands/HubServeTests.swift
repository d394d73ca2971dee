#if Hub && Server
import Foundation
import RouteDB
import RouteDBHistory
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "The service of a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped), .serialized)
struct HubServeTests {
    private let pair: ServedPair

    init() async throws { pair = try await ServedPair() }

    private static let resources = [
        "", "/openapi.json", "/resolve?url=%2Fa%2F1", "/explain?url=%2Fold%2F1", "/routes",
        "/routes?namespace=default&limit=2", "/routes/a", "/routes/%239", "/routes/a/blame",
        "/namespaces", "/namespaces/shop", "/converters", "/converters/size", "/defaults", "/rules",
        "/rules/1", "/suppressions", "/suppressions/1", "/cases", "/cases/one", "/apps", "/lint",
        "/document", "/document?format=csv", "/document?format=ndjson&revision=2", "/revisions",
        "/revisions/2", "/revisions/live", "/revisions/9", "/diff?from=1", "/tags", "/stats/top",
        "/stats/timeline", "/stats/unmatched", "/stats/dead", "/stats/denied", "/stats/latency",
        "/stats/params?route=a", "/hits?limit=50", "/hits?outcome=unmatched", "/replays", "/feed",
        "/feed?after=2&digest=x",
    ]

    private static let questions = [
        ("/resolve", "{\"url\":\"/a/1\",\"principal\":\"eve\"}"),
        ("/explain", "{\"url\":\"/c\"}"), ("/test?coverage", "{}"),
        ("/sql", "{\"sql\":\"SELECT url, count(*) FROM hits GROUP BY url ORDER BY url\"}"),
        ("/document/plan", "{\"routes\":[{\"name\":\"a\",\"pattern\":\"/a\",\"target\":\"c\"}]}"),
    ]

    private static let pages = [
        "/", "/?period=30d", "/?part=missing&fragment=true", "/routes", "/routes?q=a&state=enabled",
        "/routes?state=never", "/routes/1", "/routes/1?period=24h", "/routes/3", "/routes/3/edit",
        "/new", "/documents", "/history", "/history?part=durations&period=24h", "/live", "/changes",
        "/changes/2", "/changes/1/rollback", "/diff?from=1", "/access", "/access/new",
        "/access/1/remove", "/tests", "/lint", "/app-links", "/try", "/try?url=%2Fold%2F7",
        "/try?url=%2Fa%2F1&principal=eve", "/sql", "/sql?query=SELECT+1", "/routes/77",
        "/imports/1/undo",
    ]

    /// Expects the same answer of a file's service and a hub's.
    private func expectSame(
        _ file: (ServedTool, TestAnswer), _ hub: (ServedTool, TestAnswer), _ what: Comment
    ) {
        #expect(file.1.status == hub.1.status, what)
        #expect(file.1.field("etag") == hub.1.field("etag"), what)
        #expect(file.1.field("location") == hub.1.field("location"), what)
        #expect(file.0.text(file.1) == hub.0.text(hub.1), what)
    }

    @Test("it answers as that of a file with the same registry and hits")
    func same() async throws {
        try await pair.served(["--write"]) { file, hub in
            for path in Self.resources {
                let answers = try await (
                    file.client.get("/api/v1" + path), hub.client.get("/api/v1" + path)
                )
                expectSame((file, answers.0), (hub, answers.1), "\(path)")
            }
            for (path, body) in Self.questions {
                let answers = try await (
                    file.client.send("POST", "/api/v1" + path, body: body),
                    hub.client.send("POST", "/api/v1" + path, body: body)
                )
                #expect(answers.0.status == 200, "\(path): \(answers.0.text)")
                expectSame((file, answers.0), (hub, answers.1), "\(path)")
            }
            for path in Self.pages {
                let answers = try await (file.browser.get(path), hub.browser.get(path))
                #expect(answers.0.field("content-type") == "text/html; charset=utf-8", "\(path)")
                expectSame((file, answers.0), (hub, answers.1), "\(path)")
            }
        }
        // Nothing of the copies is left.
        let left = try FileManager.default.contentsOfDirectory(atPath: pair.directory.path)
        #expect(!left.contains { $0.hasPrefix("routedb-hub-") })
    }

    @Test("it is edited as that of a file: the same answers, revisions and digests")
    func edits() async throws {
        try await pair.served(["--write"]) { file, hub in
            for edit in ServedEdit.all {
                let answers = try await (edit.send(to: file), edit.send(to: hub))
                #expect(answers.0.status == edit.status, "\(edit): \(answers.0.text)")
                expectSame((file, answers.0), (hub, answers.1), "\(edit)")
                // Who edits reads what they wrote: the newest revision with its author and digest.
                for path in ["/api/v1/revisions?limit=1", "/api/v1/tags", "/api/v1"] {
                    let states = try await (file.client.get(path), hub.client.get(path))
                    expectSame((file, states.0), (hub, states.1), "\(edit): \(path)")
                }
            }
            for path in ["/api/v1/document", "/api/v1/feed"] {
                let ends = try await (file.client.get(path), hub.client.get(path))
                expectSame((file, ends.0), (hub, ends.1), "\(path)")
            }
            // The hub has it, and not only the copy.
            let status = try await HubClient(pair.test.address).position()
            let newest = try await hub.client.get("/api/v1").object["revision"]
            #expect(newest == .int(status.revision))
        }
    }

    @Test("its metrics have how many hits the hub has set aside")
    func metrics() async throws {
        let local = try HistoryFixture()
        let odd = Hit(time: .distantFuture, url: Array("/x".utf8), outcome: .unmatched)
        try local.writer().append(HitBatch([odd]))
        let shipper = HitShipper(local.path, to: pair.test.address, node: "web-2")
        #expect(try await shipper.step().setAside == 1)
        await shipper.close()
        try await pair.served { file, hub in
            let name = "routedb_hub_hits_set_aside_total"
            let answers = try await (file.client.get("/metrics"), hub.client.get("/metrics"))
            #expect(!answers.0.text.contains(name))
            #expect(answers.1.text.contains("\n\(name) 1\n"))
        }
        let status = await pair.tool.run(["hub", "status", pair.hub])
        #expect(status.output.contains("\nset aside  1\n"))
        let json = await pair.tool.run(["hub", "status", pair.hub, "--json"])
        #expect(json.output.contains("\"setAside\":1,"))
    }

    @Test("without --write it is not edited; it records nothing, and needs a registry at the hub")
    func refused() async throws {
        let run = await pair.tool.run(["serve", "--hub", pair.hub, "--record"])
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("does not record hits"))
        try await ServedTool.with(["--hub", pair.hub], by: pair.tool) { hub in
            let put = try await hub.client.send(
                "PUT", "/api/v1/routes/x", body: "{\"pattern\":\"/x\",\"target\":\"x\"}")
            #expect(put.problem == "readOnly")
            #expect(try await hub.browser.get("/").text.contains("read only"))
        }
        try await ServedTool.with(["--write", "--hub", pair.hub], by: pair.tool) { hub in
            let hits = try await hub.client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1", body: "{\"url\":\"/a/1\"}",
                type: "application/x-ndjson")
            #expect(hits.status == 403 && hits.problem == "readOnly")
            #expect(hits.text.contains("a service on a node"))
        }
        let other = try TestHub()
        _ = await pair.tool.run(["hub", "init", other.address.text])
        let empty = await pair.tool.run(["serve", "--hub", other.address.text])
        #expect(empty.status == 2)
        #expect(empty.diagnostics.contains("has no registry yet"))
    }

    @Test("two services of one hub edit at once, and each edit is made once")
    func twoServices() async throws {
        let arguments = ["--write", "--hub", pair.hub]
        try await ServedTool.with(arguments, by: pair.tool) { one in
            try await ServedTool.with(arguments, by: pair.tool) { two in
                func put(
                    _ service: ServedTool, _ name: String, _ tag: String? = nil
                ) async throws -> Int {
                    try await service.client.send(
                        "PUT", "/api/v1/routes/\(name)",
                        fields: tag.map { [("If-Match", $0)] } ?? [],
                        body: "{\"pattern\":\"/\(name)\",\"target\":\"\(name)\"}"
                    ).status
                }
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<8 {
                        group.addTask {
                            try await put(index % 2 == 0 ? one : two, "n\(index)")
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 201, count: 8))
                // Of two edits of the same revision, one is refused.
                async let first = put(one, "x", "\"rev-11\"")
                async let second = put(two, "y", "\"rev-11\"")
                #expect(try await [first, second].sorted() == [201, 412])
                #expect(try await one.client.get("/api/v1/routes").object["total"] == 12)
            }
        }
        let hubClient = HubClient(pair.test.address)
        #expect(try await hubClient.position().revision == 12)
        await hubClient.close()
    }

    @Test("while the hub is away, an edit says so, and the copy is still served")
    func away() async throws {
        let user = try pair.test.user()
        let hubClient = HubClient(pair.test.address)
        try await hubClient.grant(.editor, to: user.name)
        try await hubClient.grant(.analyst, to: user.name)
        try await ServedTool.with(["--write", "--hub", user.address.text], by: pair.tool) { hub in
            func put(_ name: String) async throws -> TestAnswer {
                try await hub.client.send(
                    "PUT", "/api/v1/routes/\(name)",
                    body: "{\"pattern\":\"/\(name)\",\"target\":\"\(name)\"}")
            }
            #expect(try await put("x").status == 201)
            try pair.test.lock(out: user.name)
            let refused = try await put("y")
            #expect(refused.status == 503 && refused.problem == "sourceUnavailable")
            #expect(refused.text.contains("Nothing was changed."))
            #expect(refused.field("retry-after") == "5")
            let dry = try await hub.client.send(
                "PUT", "/api/v1/routes/y?dryRun", body: "{\"pattern\":\"/y\",\"target\":\"y\"}")
            #expect(dry.status == 200)
            let resolved = try await hub.client.get("/api/v1/resolve?url=%2Fx")
            #expect(resolved.text.contains("\"target\":\"x\""))
            let form = try await hub.browser.send(
                "POST", "/new", body: "pattern=%2Fy&target=y&action=save&message=y",
                type: "application/x-www-form-urlencoded")
            #expect(form.status == 200 && form.text.contains("cannot be reached"))
            try pair.test.unlock(user.name)
            #expect(try await put("y").status == 201)
            #expect(try await hub.client.get("/api/v1/routes/y").status == 200)
        }
        await hubClient.close()
    }
}
#endif
