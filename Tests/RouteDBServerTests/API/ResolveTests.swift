#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Resolving over HTTP")
struct ResolveTests {
    private static let prepare: @Sendable (RegistryEditor) throws -> Void = { editor in
        try editor.add(
            RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile", name: "user"))
        try editor.addNamespace(NamespaceDraft(name: "shop"))
        try editor.add(RouteDraft(pattern: "/shoes", target: "shop.shoes", namespace: "shop"))
    }

    @Test("the answer is the JSON of the library's resolution")
    func same() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let client = server.client.with(token: token)
            let registry = try await RouteRegistry.open(
                server.registry, options: .testing(.reading))
            for url in ["myapp://user/42?ref=mail", "myapp://user/x", "%zz\u{7}", "/a b"] {
                let body: JSONObject = ["url": .string(url)]
                let answer = try await client.send(
                    "POST", "/api/v1/resolve", body: body.description)
                #expect(answer.status == 200)
                #expect(try answer.object == ResolutionOutput(registry.resolve(url)).object)
            }
            await registry.close()
            let get = try await client.get(
                "/api/v1/resolve?url=myapp%3A%2F%2Fuser%2F42%3Fref%3Da%2Bb")
            #expect(try get.object["outcome"] == "matched")
            #expect(try get.object["query"] == ["ref": ["a+b"]])
        }
    }

    @Test("principal, roles, namespace and time are those of the request")
    func parameters() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try Self.prepare(editor)
                try editor.addRule(
                    RuleDraft(.allow, in: .namespace("default"), for: .role("staff")))
            }
        ) { server in
            let client = server.client.with(token: token)
            let path = "/api/v1/resolve?url=myapp%3A%2F%2Fuser%2F42"
            #expect(try await client.get(path).object["outcome"] == "denied")
            let staff = try await client.get(path + "&principal=ada&role=x&role=staff")
            #expect(try staff.object["outcome"] == "matched")
            let shop = try await client.get("/api/v1/resolve?url=/shoes&namespace=shop")
            #expect(try shop.object["namespace"] == "shop")
            let unknown = try await client.get("/api/v1/resolve?url=/shoes&namespace=ship")
            #expect(unknown.status == 404)
            #expect(unknown.problem == "namespaceNotFound")
            #expect(try await client.get("/api/v1/resolve?url=/a&time=noon").status == 400)
            let wrong = try await client.send(
                "POST", "/api/v1/resolve", body: "{\"url\":\"/a\",\"nam\":1}")
            #expect(wrong.status == 422)
            #expect(try wrong.object["hint"] == "Did you mean 'name'?")
        }
    }

    @Test("a token for one namespace resolves in it only")
    func limited() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, namespace: "shop", in: directory)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let client = server.client.with(token: token)
            let own = try await client.get("/api/v1/resolve?url=/shoes")
            #expect(try own.object["namespace"] == "shop")
            #expect(try own.object["outcome"] == "matched")
            let other = try await client.get("/api/v1/resolve?url=/shoes&namespace=default")
            #expect(other.problem == "namespaceLimited")
        }
    }

    @Test("a stream is answered line by line, in order, and a bad line is answered too")
    func stream() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let client = server.client.with(token: token)
            let lines = (0..<2_000).map { "{\"url\":\"myapp://user/\($0)\"}" }
            let body = (lines + ["nonsense", "", "{\"url\":\"/\"}"]).joined(separator: "\n")
            let answer = try await client.send(
                "POST", "/api/v1/resolve/stream", body: body, type: "application/x-ndjson")
            #expect(answer.status == 200)
            let answers = answer.text.split(separator: "\n")
            #expect(answers.count == 2_002)
            for (index, line) in answers.prefix(2_000).enumerated() {
                #expect(line.contains("\"params\":{\"id\":\(index)}"))
            }
            #expect(answers[2_000].contains("\"error\":{\"type\":\"invalidInput\""))
            #expect(answers[2_001].contains("\"outcome\":\"unmatched\""))
            let text = try await client.send(
                "POST", "/api/v1/resolve/stream", body: "myapp://user/1\r\n/nowhere",
                type: "text/plain; charset=utf-8")
            #expect(text.text.split(separator: "\n").count == 2)
            let other = try await client.send(
                "POST", "/api/v1/resolve/stream", body: "", type: "image/png")
            #expect(other.status == 415)
        }
    }

    @Test("each answer of a stream comes before the next line is sent")
    func interactive() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let socket = try TestSocket(port: server.port)
            try await socket.send(
                "POST /api/v1/resolve/stream HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: text/plain\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            for number in 0..<3 {
                let line = "myapp://user/\(number)\n"
                try await socket.send(String(line.utf8.count, radix: 16) + "\r\n\(line)\r\n")
                var received = ""
                while !received.contains("\"params\":{\"id\":\(number)}") {
                    let bytes = try await socket.receive()
                    guard !bytes.isEmpty else { break }
                    received += String(decoding: bytes, as: UTF8.self)
                }
                #expect(received.contains("\"params\":{\"id\":\(number)}"))
            }
        }
    }

    @Test("resolutions are recorded, and counted in the metrics")
    func recorded() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.resolve, .read], in: directory)
        try await RunningServer.with(
            in: directory, { $0.recording = HitRecorder.Options() }, registry: Self.prepare
        ) { server in
            let client = server.client.with(token: token)
            for number in 0..<3 {
                _ = try await client.get("/api/v1/resolve?url=myapp://user/\(number)")
            }
            let metrics = try await client.get("/metrics").text
            #expect(metrics.contains("routedb_resolutions_total{outcome=\"matched\"} 3\n"))
            #expect(
                metrics.contains("routedb_requests_total{endpoint=\"resolve\",status=\"200\"} 3\n"))
            #expect(metrics.contains("routedb_hits_recorded_total 3\n"))
        }
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        var urls: [String] = []
        for try await hit in history.hits() { urls.append(hit.urlText) }
        await history.close()
        #expect(urls.sorted() == (0..<3).map { "myapp://user/\($0)" })
    }
}
#endif
