#if Server
import Foundation
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Starting the service")
struct StartTests {
    private func code(
        expiry: Timestamp?? = nil, _ change: (inout ServerOptions) -> Void
    ) async throws -> RouteDBError.Code? {
        let directory = try TemporaryDirectory()
        if let expiry {
            _ = try RunningServer.addToken(.read, expiry: expiry, in: directory)
        }
        let path = directory.path("routes.db")
        let registry = try await RouteRegistry.open(path, options: .testing(.creating))
        await registry.close()
        var options = ServerOptions(registry: path, address: ListenAddress(port: 0))
        change(&options)
        do throws(RouteDBError) {
            _ = try await RouteServer(options)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("another address than this machine's own needs a token or a trusted proxy")
    func address() async throws {
        let others = ListenAddress(host: "0.0.0.0", port: 0)
        #expect(try await code { $0.address = others } == .permissionDenied)
        #expect(
            try await code {
                $0.address = others
                $0.proxies = ["10.0.0.0/8"]
            } == nil)
        #expect(try await code(expiry: .some(nil)) { $0.address = others } == nil)
        #expect(try await code(expiry: 1) { $0.address = others } == .permissionDenied)
    }

    @Test("who listens on every address is told that others need a name to call")
    func hint() async throws {
        let directory = try TemporaryDirectory()
        _ = try RunningServer.addToken(.read, in: directory)
        for (host, names, isTold) in [
            ("0.0.0.0", [], true), ("0.0.0.0", ["routes.example"], false), ("127.0.0.1", [], false),
        ] as [(String, [String], Bool)] {
            let change: @Sendable (inout ServerOptions) -> Void = {
                $0.address = ListenAddress(host: host, port: 0)
                $0.hosts = names
            }
            try await RunningServer.with(in: directory, change) { server in
                #expect((server.started.hint != nil) == isTold, "\(host) \(names)")
                let named = server.client.with(("Host", "routes.example"))
                let answer = try await named.get("/readyz")
                #expect(answer.status == (names.isEmpty ? 421 : 200))
            }
        }
    }

    @Test("whoever sends tokens over a network without encryption is warned")
    func plainTokens() async throws {
        let directory = try TemporaryDirectory()
        _ = try RunningServer.addToken(.read, in: directory)
        let files = CertificateFiles(
            certificates: directory.path("cert.pem"), key: directory.path("key.pem"))
        try LocalhostCertificate.certificate.write(
            toFile: files.certificates, atomically: true, encoding: .utf8)
        try LocalhostCertificate.key.write(toFile: files.key, atomically: true, encoding: .utf8)
        for (host, proxies, certificate, isWarned) in [
            ("127.0.0.1", [], nil, false), ("localhost", [], nil, false),
            ("0.0.0.0", [], nil, true), ("0.0.0.0", ["10.0.0.0/8"], nil, false),
            ("0.0.0.0", [], files, false), ("127.0.0.1", [], files, false),
        ] as [(String, [String], CertificateFiles?, Bool)] {
            let change: @Sendable (inout ServerOptions) -> Void = {
                $0.address = ListenAddress(host: host, port: 0)
                $0.proxies = proxies
                $0.certificate = certificate
            }
            try await RunningServer.with(in: directory, change) { server in
                #expect((server.started.warning != nil) == isWarned, "\(host) \(proxies)")
            }
        }
    }

    @Test("a missing registry, certificate or log is named before the service listens")
    func missing() async throws {
        #expect(try await code { $0.registry = "/nowhere/routes.db" } == .databaseMissing)
        #expect(
            try await code {
                $0.certificate = CertificateFiles(certificates: "/nowhere", key: "/nowhere")
            } == .invalidValue)
        #expect(try await code { $0.accessLog = "/nowhere/log" } == .permissionDenied)
        #expect(try await code { $0.userField = "not a name" } == .invalidValue)
        #expect(try await code { $0.proxies = ["10.0.0.0/99"] } == .invalidValue)
    }

    @Test(
        "an address is a host and a port, or one of them",
        arguments: [
            ("127.0.0.1:80", "127.0.0.1", 80), ("[::1]:80", "::1", 80), (":80", "127.0.0.1", 80),
            ("80", "127.0.0.1", 80), ("example.com:0", "example.com", 0),
        ])
    func addresses(text: String, host: String, port: Int) {
        let address = ListenAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
    }

    @Test(
        "what is not an address is refused", arguments: ["", "host", "::1:80", "h:70000", "h:-1"])
    func notAddresses(text: String) { #expect(ListenAddress(text) == nil) }

    @Test("it answers its probes, and says so while it cannot read the registry")
    func probes() async throws {
        try await RunningServer.with { server in
            #expect(try await server.client.get("/livez").text == "ok\n")
            let ready = try await server.client.get("/readyz")
            #expect(ready.status == 200)
            #expect(
                try ready.object == [
                    "ready": true, "revision": 1, "lag": 0, "error": nil, "source": nil,
                ])
        }
    }

    @Test("a service on a registry that follows is ready without the source, and says how it is")
    func following() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.read, in: directory)
        try await RunningServer.with(in: directory, { $0.now = { 90_000_000 } }) { server in
            let client = server.client.with(token: token)
            #expect(try await client.get("/readyz").object["source"] == JSONValue.null)
            #expect(try await !client.get("/metrics").text.contains("routedb_source"))
            try SQLiteFile.execute(Self.following, path: server.registry)
            let known: [(ReplicaStatus?, JSONValue)] = [
                (nil, ["age": nil, "error": nil]),
                (ReplicaStatus(time: 30_000_000), ["age": 60, "error": nil]),
                (
                    ReplicaStatus(time: 30_000_000, error: "sourceUnavailable"),
                    ["age": 60, "error": "sourceUnavailable"]
                ),
                // The clock was set back.
                (ReplicaStatus(time: 91_000_000), ["age": 0, "error": nil]),
            ]
            for (contact, source) in known {
                contact?.write(besideRegistry: server.registry)
                let ready = try await client.get("/readyz")
                #expect(ready.status == 200)
                #expect(try ready.object["source"] == source)
                let metrics = try await client.get("/metrics").text
                let isFailed = contact?.error != nil
                #expect(metrics.contains("routedb_source_failed \(isFailed ? 1 : 0)\n"))
            }
        }
    }

    /// Makes a registry one that follows.
    private static let following = """
        \(SchemaObject.origin.sql);
        INSERT INTO routedb_origin (id, address, since) VALUES (1, 'https://routes.example.com', 0)
        """

    @Test("a service that is stopped answers the requests in progress, and takes no more")
    func stop() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.resolve, in: directory)
        // On a busy machine it may take long until the service listens no more.
        try await RunningServer.with(in: directory, { $0.limits.drainTime = .seconds(900) }) {
            server in
            let socket = try TestSocket(port: server.port)
            try await socket.send(
                "POST /api/v1/resolve/stream HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: text/plain\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n3\r\n/a\n\r\n")
            var received = try await socket.receive()
            server.started.stop()
            // Until the service listens no more.
            while (try? TestSocket(port: server.port)) != nil {}
            try await socket.send("3\r\n/b\n\r\n0\r\n\r\n")
            received += try await socket.receiveAll()
            let answer = try #require(TestAnswer(received))
            #expect(answer.status == 200)
            #expect(answer.text.split(separator: "\n").count == 2)
        }
    }

    @Test("an idle connection does not keep a stopped service")
    func idle() async throws {
        try await RunningServer.with { server in
            let socket = try TestSocket(port: server.port)
            try await socket.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await !socket.receive().isEmpty)
            server.started.stop()
            #expect(try await socket.receiveAll() == [])
        }
    }

    @Test("a port that is in use is named")
    func portInUse() async throws {
        try await RunningServer.with { first in
            let options = ServerOptions(
                registry: first.registry, address: ListenAddress(port: first.port))
            let second = try await RouteServer(options)
            let error = await #expect(throws: RouteDBError.self) {
                try await second.run(onSignals: false) { _ in }
            }
            #expect(error?.code == .addressUnavailable)
            #expect(error?.message.contains("127.0.0.1:\(first.port)") == true)
        }
    }

    @Test("two services on one registry see each other's edits")
    func two() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { first in
            var options = ServerOptions(registry: first.registry, address: ListenAddress(port: 0))
            options.isWriting = true
            let second = try await RouteServer(options)
            let (stream, continuation) = AsyncStream<RouteServer.Started>.makeStream()
            let task = Task { try await second.run(onSignals: false) { continuation.yield($0) } }
            var iterator = stream.makeAsyncIterator()
            let started = try #require(await iterator.next())
            let port = try #require(started.url?.split(separator: ":").last.flatMap { Int($0) })
            let client = first.client.with(token: token)
            let put = try await TestClient(port: port).with(token: token).send(
                "PUT", "/api/v1/routes/a", body: "{\"pattern\":\"/a\",\"target\":\"t\"}")
            #expect(put.status == 201)
            // The first service looks at the file every 100 ms.
            while try await client.get("/api/v1/routes/a").status == 404 {}
            #expect(try await client.get("/api/v1/routes/a").status == 200)
            started.stop()
            try await task.value
        }
    }
}
#endif
