#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Documents over HTTP")
struct DocumentTests {
    private func run(
        isWriting: Bool = true, _ body: (TestClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory, { $0.isWriting = isWriting },
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
                try editor.add(RouteDraft(pattern: "/b", target: "b", name: "b"))
            }
        ) { try await body($0.client.with(token: token), $0) }
    }

    @Test("what is exported is applied without a change, in every format")
    func roundTrip() async throws {
        try await run { client, _ in
            let types = [
                "json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv",
                "tsv": "text/tab-separated-values",
            ]
            for (format, type) in types {
                let document = try await client.get("/api/v1/document?format=\(format)")
                #expect(document.status == 200)
                #expect(document.field("content-type") == type)
                let tag = try #require(document.field("etag"))
                let applied = try await client.with(("If-Match", tag)).send(
                    "POST", "/api/v1/document/apply", body: document.text, type: type)
                #expect(try applied.object["outcome"] == "unchanged", "\(applied.text)")
                #expect(try applied.object["revision"] == .null)
            }
            #expect(try await client.get("/api/v1/document?format=xml").status == 400)
            let old = try await client.get("/api/v1/document?revision=1").object
            #expect(old["routes"] == [])
        }
    }

    @Test("a plan says what applying does, also of a service that only reads")
    func plan() async throws {
        try await run(isWriting: false) { client, _ in
            let plan = try await client.send(
                "POST", "/api/v1/document/plan",
                body: "{\"routes\":[{\"name\":\"a\",\"pattern\":\"/a\",\"target\":\"c\"}]}")
            #expect(plan.status == 200, "\(plan.text)")
            let object = try plan.object
            guard case .array(let changes)? = object["changes"] else { return }
            #expect(changes.count == 2)
            #expect(object["hitsSince"] == .null)
            #expect(plan.field("etag") == "\"rev-2\"")
            #expect(try await client.get("/api/v1/revisions").object["revisions"] != [])
            #expect(try await client.get("/api/v1").object["revision"] == 2)
        }
    }

    @Test("routes that may have traffic are removed after confirmation only")
    func apply() async throws {
        try await run { client, _ in
            let body = "{\"routes\":[{\"name\":\"a\",\"pattern\":\"/a\",\"target\":\"a\"}]}"
            let path = "/api/v1/document/apply"
            #expect(try await client.send("POST", path, body: body).status == 428)
            let applying = client.with(("If-Match", "\"rev-2\""))
            let asked = try await applying.send("POST", path, body: body)
            #expect(asked.problem == "confirmationRequired")
            #expect(asked.text.contains("\"name\":\"b\""))
            let tried = try await applying.send("POST", path + "?dryRun", body: body)
            #expect(try tried.object["outcome"] == "applied")
            #expect(try await client.get("/api/v1").object["revision"] == 2)
            let done = try await applying.send("POST", path + "?allowRemovals", body: body)
            #expect(try done.object["revision"] == 3)
            #expect(try await client.get("/api/v1/routes").object["total"] == 1)
            let late = try await applying.send("POST", path + "?allowRemovals", body: body)
            #expect(late.problem == "revisionConflict")
        }
    }

    @Test func `access gets wider with consent to that only`() async throws {
        try await run { client, _ in
            let path = "/api/v1/document/apply"
            let routes = """
                "routes":[{"name":"a","pattern":"/a","target":"a"},
                          {"name":"b","pattern":"/b","target":"b"}]
                """
            let closing = try await client.with(("If-Match", "\"rev-2\"")).send(
                "POST", path,
                body: "{\(routes),\"rules\":[{\"route\":\"a\",\"effect\":\"deny\"}]}")
            #expect(try closing.object["revision"] == 3, "\(closing.text)")
            #expect(try closing.object["widenings"] == [])
            let opening = "{\(routes),\"rules\":[]}"
            let applying = client.with(("If-Match", "\"rev-3\""))
            for consent in ["", "?allowRemovals"] {
                let asked = try await applying.send("POST", path + consent, body: opening)
                #expect(asked.problem == "confirmationRequired")
                #expect(asked.text.contains("\"cause\":\"lifted\""))
                #expect(asked.text.contains("?allowAccessChanges"))
            }
            let done = try await applying.send(
                "POST", path + "?allowAccessChanges", body: opening)
            #expect(try done.object["revision"] == 4, "\(done.text)")
        }
    }

    @Test("an import adds all or nothing, and a mistake is named with its place")
    func importing() async throws {
        try await run { client, _ in
            let path = "/api/v1/document/import"
            let added = try await client.send(
                "POST", path, body: "pattern,target\n/c,c\n/a,other\n", type: "text/csv")
            #expect(added.status == 200, "\(added.text)")
            #expect(try added.object["imported"] == 1)
            #expect(try added.object["skipped"] == 1)
            let wrong = try await client.send(
                "POST", path, body: "{\"pattern\":\"/d\",\"target\":\"d\"}\n{\"pattern\":\"/{\"}\n",
                type: "application/x-ndjson")
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("line 2"))
            #expect(try await client.get("/api/v1/routes").object["total"] == 3)
            for (body, type) in [("{", "application/json"), ("[1]", "application/json")] {
                #expect(try await client.send("POST", path, body: body, type: type).status == 422)
            }
            #expect(try await client.send("POST", path, body: "x", type: "image/png").status == 415)
        }
    }
}
#endif
