#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("Compressed answers")
struct CompressionTests {
    private func run(
        _ body: (_ server: RunningServer, _ token: TestClient, _ session: TestClient) async throws
            -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                for number in 0..<300 {
                    try editor.add(
                        RouteDraft(
                            pattern: "/a/\(number)", target: "a", name: "a\(number)"))
                }
            }
        ) { server in
            let session = try await server.loggedIn()
            try await body(server, server.client.with(token: token), session)
        }
    }

    private static let accepting = ("Accept-Encoding", "gzip, deflate, br")

    @Test("pages, documents and lists are, for who accepts it, and are the same decompressed")
    func answers() async throws {
        try await run { server, token, session in
            let own = session.with(("Sec-Fetch-Site", "same-origin"))
            for (client, path) in [
                (token, "/api/v1/routes?limit=300"), (token, "/api/v1/document"),
                (token, "/api/v1/document?format=csv"), (token, "/api/v1/document?format=ndjson"),
                (token, "/api/v1/explain?url=/x"),
                (token, "/metrics"), (server.client, "/api/v1/openapi.json"),
                (server.client, "/assets/pages.css"), (server.client, "/assets/console.js"),
                (server.client, "/"), (own, "/"), (own, "/routes"), (own, "/changes"),
            ] {
                let plain = try await client.get(path)
                #expect(plain.field("content-encoding") == nil, "\(path)")
                let compressed = try await client.get(path, Self.accepting)
                #expect(compressed.status == plain.status, "\(path)")
                #expect(compressed.field("content-encoding") == "gzip", "\(path)")
                #expect(compressed.field("content-length") == "\(compressed.body.count)")
                #expect(compressed.body.count < plain.body.count)
                for answer in [plain, compressed] {
                    #expect(answer.field("vary") == "Accept-Encoding", "\(path)")
                }
                // Each request changes the metrics.
                guard path != "/metrics" else { continue }
                let content = try GzipSource.decompressed(compressed.body)
                #expect(content == plain.body, "\(path)")
                let head = try await client.send("HEAD", path, fields: [Self.accepting])
                #expect(head.status == plain.status && head.body == [], "\(path)")
            }
        }
    }

    @Test("short answers, streams, problems of a few bytes and what is not accepted are not")
    func others() async throws {
        try await run { server, token, _ in
            for path in [
                "/api/v1/routes/a1", "/readyz", "/nowhere", "/api/v1/feed",
                "/api/v1/events/revisions?after=1", "/api/v1/resolve?url=/a/1",
            ] {
                let answer = try await token.get(path, Self.accepting)
                #expect(answer.field("content-encoding") == nil, "\(path)")
            }
            for field in ["gzip;q=0", "br", "identity, gzip;q=0.1", "*;q=0"] {
                let answer = try await token.get("/api/v1/routes", ("Accept-Encoding", field))
                #expect(answer.field("content-encoding") == nil, "\(field)")
            }
        }
    }

    @Test("a compressed answer has an entity tag of its own, by which the same is known again")
    func tags() async throws {
        try await run { _, token, _ in
            let path = "/api/v1/routes"
            let plain = try await token.get(path)
            let compressed = try await token.get(path, Self.accepting)
            #expect(plain.field("etag") == "\"rev-2\"")
            #expect(compressed.field("etag") == "\"rev-2-gzip\"")
            for tag in ["\"rev-2\"", "\"rev-2-gzip\""] {
                let known = try await token.get(path, Self.accepting, ("If-None-Match", tag))
                #expect(known.status == 304 && known.field("etag") == tag)
                #expect(known.field("vary") == "Accept-Encoding")
                #expect(known.field("content-length") == nil)
            }
            let edit = try await token.with(("If-Match", "\"rev-2-gzip\""))
                .send("DELETE", "/api/v1/routes/a1")
            #expect(edit.status == 200, "\(edit.text)")
        }
    }

    @Test(
        "what a browser may be made to ask for, and what has a code, is not: its length would tell")
    func secrets() async throws {
        try await run { server, token, session in
            for site in ["cross-site", "same-site", "x", ""] {
                let answer = try await session.with(("Sec-Fetch-Site", site))
                    .get("/routes?q=guess", Self.accepting)
                #expect(answer.status == 200 && answer.field("content-encoding") == nil)
            }
            let silent = try await session.get("/routes", Self.accepting)
            #expect(silent.field("content-encoding") == nil)
            for site in ["same-origin", "none"] {
                let answer = try await session.with(("Sec-Fetch-Site", site))
                    .get("/routes?q=guess", Self.accepting)
                #expect(answer.field("content-encoding") == "gzip", "\(site)")
            }
            let made = try await token.send("POST", "/api/v1/login-addresses").object
            guard case .string(let path)? = made["path"] else {
                Issue.record("\(made)")
                return
            }
            let login = try await server.client.get(path, Self.accepting)
            #expect(login.status == 200 && login.body.count > 1_024)
            #expect(login.field("content-encoding") == nil && login.field("vary") == nil)
        }
    }
}
#endif
