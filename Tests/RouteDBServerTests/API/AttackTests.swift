#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Attacks on every endpoint")
struct AttackTests {
    @Test("a name that leads here by somebody else's doing is answered by none")
    func rebinding() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { server in
            let session = try await server.loggedIn()
            for endpoint in endpoints where endpoint.access != .probe {
                for client in [session, server.client.with(token: token)] {
                    let answer = try await client.with(("Host", "evil.net:\(server.port)"))
                        .send(endpoint.method.rawValue, endpoint.samplePath)
                    #expect(answer.problem == "hostNotAllowed", "\(endpoint.name)")
                }
            }
        }
    }

    @Test("what another site makes a browser send changes nothing, whatever it is")
    func crossSite() async throws {
        let endpoints = try await RunningServer.endpoints()
        try await RunningServer.with { server in
            let session = try await server.loggedIn()
            let signs: [[(String, String)]] = [
                [("Origin", "http://evil.net")], [("Origin", "null")],
                [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")], [],
            ]
            for endpoint in endpoints where endpoint.method != .get {
                for sign in signs {
                    let answer = try await session.send(
                        endpoint.method.rawValue, endpoint.samplePath,
                        fields: sign + [("If-Match", "*")], body: "a=b", type: "text/plain")
                    #expect(
                        answer.problem == "originNotAllowed",
                        "\(endpoint.name) \(sign): \(answer.status)")
                }
            }
            #expect(try await session.get("/api/v1").object["revision"] == 1)
        }
    }

    @Test("a token that was removed from the file is refused, on every endpoint")
    func removed() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        let file = TokenFile(path: directory.path("routes.tokens"))
        let book = try TokenStore(file: file, clock: { 0 })
        #expect(book.caller(token: token) != nil)
        try file.change { $0 = [] }
        book.reload()
        #expect(book.caller(token: token) == nil)
        try await RunningServer.with(in: directory) { server in
            for endpoint in endpoints where ![.open, .probe].contains(endpoint.access) {
                let answer = try await server.client.with(token: token)
                    .send(endpoint.method.rawValue, endpoint.samplePath)
                #expect(answer.problem == "unauthorized", "\(endpoint.name)")
            }
        }
    }

    @Test("a body that is too large is refused by its length, before it is sent")
    func oversize() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { server in
            for endpoint in endpoints {
                guard let limit = endpoint.body?.limit else { continue }
                let socket = try TestSocket(port: server.port)
                try await socket.send(
                    head(of: endpoint, token: token) + "Content-Length: \(limit + 1)\r\n\r\n")
                let answer = try await firstLine(from: socket)
                #expect(answer.hasPrefix("HTTP/1.1 413"), "\(endpoint.name): \(answer)")
            }
        }
    }

    /// The head of a request to an endpoint, but for the length of its body.
    private func head(of endpoint: Endpoint, token: String) -> String {
        let query = endpoint.parameters.filter { $0.isRequired && $0.place == .query }
            .map { "\($0.name)=1" }.joined(separator: "&")
        return "\(endpoint.method.rawValue) \(endpoint.samplePath)?\(query) HTTP/1.1\r\n"
            + "Host: localhost\r\nAuthorization: Bearer \(token)\r\nIf-Match: *\r\n"
            + "Content-Type: \(endpoint.body?.mediaTypes.first ?? "")\r\n"
    }

    /// The first line of an answer, as soon as its head has come.
    private func firstLine(from socket: TestSocket) async throws -> String {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let more = try await socket.receive()
            guard !more.isEmpty else { break }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    @Test("a body at the limit is read, however it comes, and one byte more is refused")
    func edge() async throws {
        // One endpoint for each limit: all read their bodies in the same way.
        var byLimit: [Int: Endpoint] = [:]
        for endpoint in try await RunningServer.endpoints() where endpoint.method != .get {
            if let limit = endpoint.body?.limit { byLimit[limit] = endpoint }
        }
        for limit in [1 << 20, 16 << 20, 32 << 20] { #expect(byLimit[limit] != nil, "\(limit)") }
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { server in
            for (limit, endpoint) in byLimit {
                let body = [UInt8](repeating: UInt8(ascii: " "), count: limit)
                let start = head(of: endpoint, token: token)
                let whole = try TestSocket(port: server.port)
                try await whole.send(start + "Content-Length: \(limit)\r\n\r\n")
                try await whole.send(body)
                let answer = try await firstLine(from: whole)
                #expect(
                    answer.hasPrefix("HTTP/1.1 ") && !answer.contains("413"),
                    "\(endpoint.name): \(answer)")
                for isLarger in [false, true] {
                    let pieces = try TestSocket(port: server.port)
                    try await pieces.send(
                        start + "Transfer-Encoding: chunked\r\n\r\n"
                            + "\(String(limit, radix: 16))\r\n")
                    try await pieces.send(body)
                    // What is refused is not sent to its end, so that its answer is not lost.
                    try await pieces.send(isLarger ? "\r\n1\r\n \r\n" : "\r\n0\r\n\r\n")
                    let answer = try await firstLine(from: pieces)
                    #expect(
                        answer.hasPrefix("HTTP/1.1 ") && answer.contains("413") == isLarger,
                        "\(endpoint.name): \(answer)")
                }
            }
        }
    }

    @Test(
        "tricks with the paths of files lead to no file but those that are meant",
        arguments: [
            "/assets/../routes.db", "/assets/%2e%2e/routes.db", "/assets/..%2froutes.db",
            "/assets//pages.css", "/assets/pages.css/", "/assets/pages.css%00", "/assets/PAGES.CSS",
            "/assets/./pages.css", "/assets", "/assets/", "/assets/pages.css%2f..%2froutes.tokens",
            "/assets/%252e%252e/routes.tokens", "/assets/routes.tokens",
        ])
    func assets(path: String) async throws {
        try await RunningServer.with { server in
            #expect(try await server.client.get("/assets/pages.css").status == 200)
            let session = try await server.loggedIn()
            for client in [server.client, session] {
                #expect(try await client.get(path).status == 404)
            }
        }
    }

    @Test("only who administers the service is told where its files are")
    func places() async throws {
        let directory = try TemporaryDirectory()
        let reader = try RunningServer.addToken([.read, .hits, .write], in: directory)
        let admin = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { server in
            let asked: [(String, String, String?)] = [
                ("GET", "/api/v1/revisions/99", nil), ("GET", "/api/v1/revisions/none", nil),
                ("GET", "/api/v1/stats/top", nil),
                ("PUT", "/api/v1/routes/a", "{\"pattern\":\"/a\",\"target\":\"a\"}"),
                ("POST", "/api/v1/sql", "{\"sql\":\"SELECT * FROM pragma_database_list\"}"),
                ("POST", "/api/v1/sql", "{\"sql\":\"ATTACH '/etc/passwd' AS x\"}"),
                ("POST", "/api/v1/replays", "{\"base\":\"1\"}"),
            ]
            var told = 0
            for (method, path, body) in asked {
                for (token, isAdmin) in [(reader, false), (admin, true)] {
                    let answer = try await server.client.with(token: token)
                        .with(("If-Match", "\"rev-7\"")).send(method, path, body: body)
                    guard answer.text.contains(server.directory) else { continue }
                    #expect(isAdmin, "\(path): \(answer.text)")
                    told += 1
                }
            }
            #expect(told > 2)
        }
    }

    @Test("a body that comes too slowly is given up")
    func slow() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory, { $0.limits.bodyTime = .milliseconds(100) }) {
            server in
            let socket = try TestSocket(port: server.port)
            try await socket.send(
                "POST /api/v1/resolve HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n{")
            let answer = String(decoding: try await socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 408"))
            #expect(try await server.client.get("/livez").status == 200)
        }
    }
}
#endif
