#if Server
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Negotiated connections")
struct NegotiatedChannelTests {
    /// Runs a service with a certificate while a closure has a client that trusts it.
    private func withClient(
        _ version: HTTPClient.Configuration.HTTPVersion = .automatic,
        _ change: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
        _ body: (HTTPClient, RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let files = try CertificateFiles.localhost(in: directory)
        let options: @Sendable (inout ServerOptions) -> Void = {
            $0.certificate = files
            change(&$0)
        }
        try await RunningServer.with(in: directory, options) { server in
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton, configuration: try configuration(version))
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(client, server))
            } catch {
                result = .failure(error)
            }
            try await client.shutdown()
            try result.get()
        }
    }

    private func configuration(
        _ version: HTTPClient.Configuration.HTTPVersion
    ) throws -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try .trustingLocalhost()
        configuration.httpVersion = version
        configuration.redirectConfiguration = .disallow
        return configuration
    }

    private func request(_ path: String, to server: RunningServer) -> HTTPClientRequest {
        HTTPClientRequest(url: "https://localhost:\(server.port)\(path)")
    }

    private func answer(
        to request: HTTPClientRequest, of client: HTTPClient
    ) async throws -> HTTPClientResponse {
        try await client.execute(request, timeout: .minutes(15))
    }

    /// The form of the one-time address, in pieces whose total length is not told.
    private func login(to server: RunningServer) throws -> HTTPClientRequest {
        let code = try #require(server.started.loginURL?.split(separator: "=").last)
        var login = request("/login", to: server)
        login.method = .POST
        login.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let pieces = ["co", "de=", String(code)].map { ByteBuffer(string: $0) }
        login.body = .stream(
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            }, length: .unknown)
        return login
    }

    @Test(
        "a client that offers HTTP/2 is answered by it, others by HTTP/1.1, and the access log says so",
        arguments: [
            (HTTPClient.Configuration.HTTPVersion.automatic, "HTTP/2.0"), (.http1Only, "HTTP/1.1"),
        ])
    func versions(_ offered: HTTPClient.Configuration.HTTPVersion, _ spoken: String) async throws {
        let logs = try TemporaryDirectory()
        let log = logs.path("access.log")
        try await withClient(offered, { $0.accessLog = log }) { client, server in
            let answer = try await answer(
                to: request("/api/v1/openapi.json", to: server), of: client)
            #expect(answer.status == .ok)
            #expect(answer.version == (spoken == "HTTP/2.0" ? .http2 : .http1_1))
            #expect(answer.headers.first(name: "Strict-Transport-Security") != nil)
            #expect(try await answer.body.collect(upTo: 16 << 20).readableBytes > 1_000)
        }
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        #expect(lines.contains("\"GET /api/v1/openapi.json \(spoken)\" 200 "))
    }

    @Test("a body without a stated length is read", arguments: [true, false])
    func streamedBody(isHTTP2: Bool) async throws {
        try await withClient(isHTTP2 ? .automatic : .http1Only) { client, server in
            let answer = try await answer(to: try login(to: server), of: client)
            #expect(answer.status == .seeOther)
            #expect(answer.headers.first(name: "Set-Cookie")?.contains("; Secure") == true)
        }
    }

    @Test("one connection carries more streams of events than browsers open connections")
    func manyStreams() async throws {
        try await withClient { client, server in
            let session = try await answer(to: try login(to: server), of: client)
            let cookie = try #require(
                session.headers.first(name: "Set-Cookie")?.split(separator: ";").first)
            var events = request("/api/v1/events/revisions", to: server)
            events.headers.add(name: "Cookie", value: String(cookie))
            var followed: [HTTPClientResponse.Body.AsyncIterator] = []
            for _ in 0..<20 {
                let answer = try await answer(to: events, of: client)
                #expect(answer.status == .ok)
                #expect(answer.version == .http2)
                var bytes = answer.body.makeAsyncIterator()
                #expect(try await bytes.next() != nil)
                followed.append(bytes)
            }
            let other = try await answer(to: request("/livez", to: server), of: client)
            #expect(other.status == .ok)
        }
    }

    @Test("an answer to HTTP/2 has no field about the connection")
    func connectionField() async throws {
        try await withClient { client, server in
            var login = try login(to: server)
            login.body = .bytes(ByteBuffer(repeating: UInt8(ascii: "x"), count: 8 << 20))
            let answer = try await answer(to: login, of: client)
            #expect(answer.status == .payloadTooLarge)
            #expect(answer.version == .http2)
            #expect(!answer.headers.contains(name: "Connection"))
        }
    }

    @Test("a client that never begins to encrypt is not waited for")
    func handshake() async throws {
        try await withClient(.automatic, { $0.limits.idleTime = .milliseconds(200) }) { _, server in
            let silent = try TestSocket(port: server.port)
            #expect(try await silent.receiveAll().isEmpty)
        }
    }
}
#endif
