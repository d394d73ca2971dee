#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Heads of requests")
struct RequestHeadTests {
    /// Sends bytes on a connection of their own, and returns the last answer.
    private func answer(_ bytes: String, from server: RunningServer) async throws -> TestAnswer? {
        let socket = try TestSocket(port: server.port)
        try await socket.send(bytes)
        let all = try await socket.receiveAll()
        let starts = all.indices.filter { all[$0...].starts(with: "HTTP/1.1 ".utf8) }
        return starts.last.flatMap { TestAnswer(Array(all[$0...])) }
    }

    private static let ready = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n"
    private static let limit = 32 << 10

    @Test(
        "a target or a field that is too long, and too many fields, are problems with their status")
    func tooLarge() async throws {
        try await RunningServer.with { server in
            let long = String(repeating: "x", count: 40_000)
            let longer = String(repeating: "x", count: 400_000)
            let many = (0..<200).map { "A\($0): x\r\n" }.joined()
            for (request, status) in [
                ("GET /\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                ("GET /\(longer) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                ("GET /readyz?\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                ("\r\nGET /livez?\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                (Self.ready + "\r\nGET /\(long) HTTP/1.1\r\n\r\n", 414),
                (Self.ready + "A: \(long)\r\n\r\n", 431),
                (Self.ready + "\(long): a\r\n\r\n", 431), (Self.ready + "\(many)\r\n", 431),
                (Self.ready + "\r\n" + Self.ready + "A: \(longer)\r\n\r\n", 431),
            ] {
                let answer = try await answer(request, from: server)
                #expect(answer?.status == status, "\(request.prefix(80))")
                #expect(answer?.problem == "limitExceeded", "\(request.prefix(80))")
                #expect(answer?.field("connection") == "close")
                #expect(answer?.field("x-content-type-options") == "nosniff")
                #expect(answer?.field("date") != nil)
            }
            #expect(try await server.client.get("/livez").status == 200)
        }
    }

    @Test("a head at the limit is read, and one byte or one field more is refused")
    func edges() async throws {
        try await RunningServer.with { server in
            let head = "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            // The target, and the names and values of all fields, count without what separates them.
            let counted = ["/livez", "Host", "localhost", "Connection", "close", "A"].joined()
            for extra in [0, 1] {
                let text = String(repeating: "x", count: Self.limit - counted.utf8.count + extra)
                let field = try await answer(head + "A: \(text)\r\n\r\n", from: server)
                #expect(field?.status == (extra == 0 ? 200 : 431))
                // Two fields stand before these.
                let fields = (0..<98 + extra).map { "A\($0): x\r\n" }.joined()
                let many = try await answer(head + fields + "\r\n", from: server)
                #expect(many?.status == (extra == 0 ? 200 : 431))
            }
            for extra in [0, 1] {
                let counted = ["/livez?", "Connection", "close"].joined()
                let text = String(repeating: "x", count: Self.limit - counted.utf8.count + extra)
                let target = try await answer(
                    "GET /livez?\(text) HTTP/1.1\r\nConnection: close\r\n\r\n", from: server)
                #expect(target?.status == (extra == 0 ? 200 : 431))
            }
        }
    }

    @Test("a target in absolute form names the host, whatever 'Host' says")
    func absoluteForm() async throws {
        try await RunningServer.with({ $0.hosts = ["routes.example"] }) { server in
            for (target, host, status) in [
                ("http://localhost/readyz", "evil.net", 200),
                ("HTTP://LOCALHOST:1/readyz", "evil.net", 200),
                ("https://routes.example/readyz", "evil.net", 200),
                ("http://evil.net/readyz", "localhost", 421),
                ("http://evil.net:80/readyz?x", "localhost", 421),
                ("http://localhost.evil.net/readyz", "localhost", 421),
                ("http://localhost@evil.net/readyz", "localhost", 421),
                ("http://evil@localhost/readyz", "localhost", 421),
                ("http:///readyz", "localhost", 400), ("http://evil.net", "localhost", 421),
                ("http://localhost", "localhost", 401), ("http://localhost?x=1", "evil.net", 401),
                ("*", "localhost", 400), ("readyz", "localhost", 400),
                ("foo:/readyz", "localhost", 400), ("ftp://localhost/readyz", "localhost", 400),
            ] {
                let answer = try await answer(
                    "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n",
                    from: server)
                #expect(answer?.status == status, "\(target) \(answer?.text ?? "")")
            }
        }
    }

    @Test("a request with two hosts or none is refused, at once or not")
    func hosts() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(in: directory) { server in
            let proof = "Authorization: Bearer \(token)\r\n"
            let close = "Connection: close\r\n"
            for fields in ["Host: localhost\r\nhost: localhost\r\n", "", "Host:\r\n"] {
                for path in ["/api/v1/resolve?url=/a", "/readyz", "/api/v1", "/nowhere", "/"] {
                    let answers = [
                        try await answer(
                            "GET \(path) HTTP/1.1\r\n\(fields)\(proof)\(close)\r\n", from: server),
                        // The first one may be answered where it arrives; a probe ends the connection.
                        try await answer(
                            "GET /livez HTTP/1.1\r\n\r\nGET \(path) HTTP/1.1\r\n\(fields)\(proof)"
                                + "\(close)\r\n", from: server),
                    ]
                    for answer in answers {
                        #expect(answer?.status == 400, "\(path) \(fields)")
                        #expect(answer?.problem == "invalidRequest", "\(path) \(fields)")
                    }
                }
            }
        }
    }

    @Test("a probe is answered, whatever else is sent")
    func probe() async throws {
        try await RunningServer.with({ $0.limits.requestsPerSecond = 1 }) { server in
            let queries = ["", "?", "?x=1", "?%FF", "?code=1&code=2", "?a=%"]
            let heads = [
                "", "Host: localhost\r\n", "Host: evil.net\r\n", "Host: a\r\nHost: b\r\n",
                "Authorization: Bearer x\r\n", "Authorization: Basic x\r\n",
                "Cookie: routedb_session=x\r\n", "If-Match: x\r\nIf-None-Match: *\r\n",
                "Origin: http://evil.net\r\nSec-Fetch-Site: cross-site\r\n",
                "Accept: image/png\r\nAccept-Encoding: br;q=x\r\nExpect: nothing\r\n",
                "Content-Type: x/y\r\nContent-Length: 3\r\n", "X-Forwarded-For: x\r\n",
            ]
            for method in ["GET", "HEAD"] {
                for query in queries {
                    for head in heads {
                        let body = head.contains("Content-Length") ? "abc" : ""
                        for connection in ["", "Connection: close\r\n"] {
                            let request =
                                "\(method) /livez\(query) HTTP/1.1\r\n\(head)\(connection)\r\n"
                                + body
                            let last = "GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n"
                            let socket = try TestSocket(port: server.port)
                            try await socket.send(connection.isEmpty ? request + last : request)
                            let text = String(
                                decoding: try await socket.receiveAll(), as: UTF8.self)
                            let count = text.split(separator: "HTTP/1.1 200 OK").count
                            #expect(text.hasPrefix("HTTP/1.1 200 OK"), "\(request)")
                            #expect(count == (connection.isEmpty ? 2 : 1), "\(request)")
                        }
                    }
                }
            }
            #expect(try await server.client.send("POST", "/livez").field("allow") == "GET, HEAD")
        }
    }

    @Test("a body that cannot be read is a problem, and cuts off an answer that has begun")
    func brokenBody() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        try await RunningServer.with(in: directory) { server in
            func post(_ path: String, _ type: String, _ chunks: String) -> String {
                "POST /api/v1/\(path) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: \(type)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n\(chunks)"
            }
            let broken = try await answer(
                post("resolve", "application/json", "zz\r\n"), from: server)
            #expect(broken?.status == 400 && broken?.problem == "invalidRequest")
            let socket = try TestSocket(port: server.port)
            try await socket.send(post("resolve/stream", "text/plain", "3\r\n/a\n\r\n"))
            var received = try await socket.receive()
            try await socket.send("zz\r\n")
            received += try await socket.receiveAll()
            let text = String(decoding: received, as: UTF8.self)
            #expect(text.split(separator: "HTTP/1.1").count == 1, "\(text)")
            #expect(TestAnswer(received) == nil, "the last chunk is missing")
        }
    }
}
#endif
