#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Requests that are answered at once")
struct InlineResponderTests {
    private func run(
        _ body: (RunningServer, _ token: String) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.resolve, .read], in: directory)
        try await RunningServer.with(
            in: directory, { $0.now = { RegistryOptions.testTime } },
            registry: { try $0.add(RouteDraft(pattern: "/a/{n:int}", target: "a", name: "a")) }
        ) { try await body($0, token) }
    }

    /// Sends requests on one connection, and returns all that comes back.
    private func exchange(_ server: RunningServer, _ requests: String) async throws -> String {
        let socket = try TestSocket(port: server.port)
        try await socket.send(
            requests + "GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return String(decoding: try await socket.receiveAll(), as: UTF8.self)
    }

    @Test(
        "their answers are those of other requests, problems too",
        arguments: [
            "/livez", "/livez?x=1", "/api/v1/resolve?url=%2Fa%2F7", "/api/v1/resolve?url=%2Fa%2Fx",
            "/api/v1/resolve", "/api/v1/resolve?url=/a/1&url=/a/2", "/api/v1/resolve?url=%FF",
            "/api/v1/resolve?url=a+b&role=x&role=y&principal=p",
            "/api/v1/resolve?url=/&namespace=no",
        ])
    func same(path: String) async throws {
        try await run { server, token in
            for fields in [
                "Host: localhost\r\nAuthorization: Bearer \(token)", "Host: localhost",
                "Host: evil.net", "Host: localhost\r\nAuthorization: Bearer x",
            ] {
                var answers: [String] = []
                for connection in ["", "Connection: keep-alive\r\n"] {
                    answers.append(
                        try await exchange(
                            server, "GET \(path) HTTP/1.1\r\n\(fields)\r\n\(connection)\r\n"))
                }
                let parts = answers.map { answer in
                    let lines = answer.split(whereSeparator: \.isNewline).filter {
                        !$0.lowercased().hasPrefix("date: ")
                    }
                    return lines.sorted()
                }
                #expect(parts[0] == parts[1], "\(fields)")
                #expect(answers[0].contains("Date: Thu, 01 Jan 2026 00:00:00 GMT"))
            }
        }
    }

    @Test("answers come in the order of the requests, whoever gives them")
    func order() async throws {
        try await run { server, token in
            let kinds = (0..<40).map { ($0 * 7 + $0 / 3) % 3 }
            let requests = kinds.enumerated().map { number, kind in
                let path =
                    switch kind {
                    case 0: "/api/v1/resolve?url=/a/\(number)"
                    case 1: "/api/v1/routes?limit=\(number + 1)&pattern=none"
                    default: "/api/v1/explain?url=/a/\(number)"
                    }
                return "GET \(path) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\n\r\n"
            }
            let all = try await exchange(server, requests.joined())
            let marks = kinds.enumerated().map { number, kind in
                kind == 1 ? "\"routes\":[]" : "\"url\":\"/a/\(number)\""
            }
            var rest = all[...]
            for mark in marks {
                let range = try #require(rest.firstRange(of: mark), "\(mark)")
                rest = rest[range.upperBound...]
            }
        }
    }

    @Test("a request with a body, with an expectation or with `HEAD` takes the usual way")
    func unusual() async throws {
        try await run { server, _ in
            let head = "GET /livez HTTP/1.1\r\nHost: localhost\r\n"
            let all = try await exchange(
                server,
                head + "Content-Length: 3\r\n\r\nabc"
                    + head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
                    + "HEAD /livez HTTP/1.1\r\nHost: localhost\r\n\r\n" + head + "\r\n")
            #expect(all.components(separatedBy: "HTTP/1.1 200 OK").count == 5)
            #expect(all.components(separatedBy: "ok\n").count == 4)
        }
    }

    @Test("requests that come in pieces are answered when they are whole")
    func pieces() async throws {
        try await run { server, _ in
            let socket = try TestSocket(port: server.port)
            for piece in ["GET /li", "vez HTTP/1.1\r\nHo", "st: localhost\r\n", "\r\n"] {
                try await socket.send(piece)
            }
            let answer = String(decoding: try await socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\nok\n"))
        }
    }

    @Test("they are counted and logged as others are")
    func counted() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.resolve, .read], in: directory)
        let log = directory.path("access.log")
        try await RunningServer.with(in: directory, { $0.accessLog = log }) { server in
            _ = try await exchange(
                server,
                String(repeating: "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 3))
            let metrics = try await server.client.with(token: token).get("/metrics").text
            #expect(
                metrics.contains("routedb_requests_total{endpoint=\"live\",status=\"200\"} 3\n"))
            #expect(metrics.contains("routedb_requests_in_progress 1\n"))
        }
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains("\"GET /livez HTTP/1.1\" 200 3 ") } == 3)
    }
}
#endif
