#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("What the service takes from clients")
struct LimitTests {
    private func status(_ bytes: [UInt8]) -> Int? { TestAnswer(bytes)?.status }

    @Test("what is not HTTP is refused, and the service goes on")
    func noise() async throws {
        try await RunningServer.with { server in
            for text in [
                "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "\r\n\r\n\u{0}\u{0}",
                "GET / HTTP/9\r\n\r\n",
            ] {
                let socket = try TestSocket(port: server.port)
                try await socket.send(text)
                let answer = TestAnswer(try await socket.receiveAll())
                #expect(answer?.status == 400, "\(text)")
                #expect(answer?.problem == "invalidRequest", "\(text)")
            }
            #expect(try await server.client.get("/livez").status == 200)
        }
    }

    @Test("a client that does not send its request, or the rest of it, is closed")
    func slow() async throws {
        try await RunningServer.with({
            $0.limits.idleTime = .milliseconds(200)
            $0.limits.bodyTime = .milliseconds(200)
        }) { server in
            for start in ["", "GET /livez HTTP/1.1\r\nHost: loc"] {
                let socket = try TestSocket(port: server.port)
                try await socket.send(start)
                #expect(try await socket.receiveAll() == [], "\(start)")
            }
        }
    }

    @Test(
        "a client that does not read its answer is closed",
        arguments: ["/api/v1/openapi.json", "/livez"])
    func stalled(path: String) async throws {
        try await RunningServer.with({ $0.limits.stallTime = .milliseconds(200) }) { server in
            let socket = try TestSocket(port: server.port)
            // The answers to so many requests fill every buffer between.
            let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let all = String(repeating: request, count: 4_000)
            let wasClosed = await Task {
                do {
                    try await socket.send(all)
                    while true { try await socket.send(request) }
                } catch {
                    return true
                }
            }.value
            #expect(wasClosed)
            #expect(try await server.client.get("/livez").status == 200)
        }
    }

    @Test("more connections than allowed wait until others end")
    func connections() async throws {
        try await RunningServer.with({ $0.limits.connections = 2 }) { server in
            let idle = try (0..<2).map { _ in try TestSocket(port: server.port) }
            for socket in idle {
                try await socket.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try await !socket.receive().isEmpty)
            }
            let waiting = try TestSocket(port: server.port)
            try await waiting.send(
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            try await idle[0].send(
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(status(try await idle[0].receiveAll()) == 200)
            idle[0].end()
            #expect(status(try await waiting.receiveAll()) == 200)
        }
    }

    @Test("a caller who sends too many requests is told to wait")
    func rate() async throws {
        let directory = try TemporaryDirectory()
        let text = try RunningServer.addToken(.read, in: directory)
        try await RunningServer.with(
            in: directory,
            {
                $0.limits.requestsPerSecond = 1
                $0.now = { RegistryOptions.testTime }
            }
        ) { server in
            let client = server.client.with(token: text)
            for _ in 0..<2 { #expect(try await client.get("/metrics").status == 200) }
            let answer = try await client.get("/metrics")
            #expect(answer.status == 429)
            #expect(answer.field("retry-after") == "1")
            #expect(try await server.client.get("/livez").status == 200)
        }
    }

    @Test(
        "paths with tricks lead nowhere",
        arguments: [
            "/../livez", "/%2e%2e/livez", "//livez", "/livez/", "/livez%00", "/livez%2f", "/LIVEZ",
            "/api/v1/../../livez", "/api//v1", "/./livez", "/livez;x=1",
        ])
    func tricks(path: String) async throws {
        try await RunningServer.with { server in
            let answer = try await server.client.get(path)
            #expect(answer.status == 404)
        }
    }

    @Test("a path that is not UTF-8, an unknown method and an unknown parameter are named")
    func invalid() async throws {
        try await RunningServer.with { server in
            #expect(try await server.client.get("/%FF").problem == "invalidRequest")
            let answer = try await server.client.send("DELETE", "/livez")
            #expect(answer.status == 405)
            #expect(answer.field("allow") == "GET, HEAD")
            let unknown = try await server.client.get("/readyz?cod=1")
            #expect(unknown.status == 400)
            let near = try await server.client.get("/login?cod=1")
            #expect(near.text.contains("Did you mean &#39;code&#39;?"))
            #expect(try await server.client.get("/login?code=1&code=2").status == 400)
            let head = try await server.client.send("HEAD", "/livez")
            #expect(head.status == 200)
            #expect(head.body == [])
            #expect(head.field("content-length") == "3")
        }
    }
}
#endif
