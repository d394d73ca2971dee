#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Events")
struct EventTests {
    /// A stream of events that a test reads.
    private final class Reader {
        private let socket: TestSocket
        private var text = ""

        init(_ server: RunningServer, _ path: String, token: String, last: String? = nil)
            async throws
        {
            socket = try TestSocket(port: server.port)
            try await socket.send(
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                    + (last.map { "Last-Event-ID: \($0)\r\n" } ?? "") + "\r\n")
            // The first comment: from then on, nothing is missed.
            try await wait { $0.contains(": \n\n") || !"HTTP/1.1 200".hasPrefix($0.prefix(12)) }
            try #require(text.hasPrefix("HTTP/1.1 200"), "\(path): \(text)")
        }

        /// Receives until a condition holds; returns all that was received.
        @discardableResult
        func wait(until isEnough: (String) -> Bool) async throws -> String {
            while !isEnough(text) {
                let bytes = try await socket.receive()
                guard !bytes.isEmpty else { throw TestSocket.Failure() }
                text += String(decoding: bytes, as: UTF8.self)
            }
            return text
        }

        /// Waits until the service ends the stream.
        func end() async throws -> String {
            text + String(decoding: try await socket.receiveAll(), as: UTF8.self)
        }
    }

    private func put(_ name: String, _ client: TestClient) async throws {
        let answer = try await client.send(
            "PUT", "/api/v1/routes/\(name)",
            body: "{\"pattern\":\"/\(name)\",\"target\":\"\(name)\"}")
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test("new revisions are told, and who comes again gets what was missed")
    func revisions() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client.with(token: token)
            let path = "/api/v1/events/revisions"
            let reader = try await Reader(server, path, token: token)
            try await put("a", client)
            let text = try await reader.wait { $0.contains("id: 2\n") }
            #expect(text.contains("event: revision\ndata: {\"revision\":2,"))
            #expect(!text.contains("id: 1\n"))
            try await put("b", client)
            let later = try await Reader(server, path, token: token, last: "1")
            let missed = try await later.wait { $0.contains("id: 3\n") }
            #expect(missed.contains("id: 2\n"))
            #expect(missed.contains("retry: 2000\n"))
            let page = try await Reader(server, path + "?after=2", token: token)
            let after = try await page.wait { $0.contains("id: 3\n") }
            #expect(!after.contains("id: 2\n"))
            let both = try await Reader(server, path + "?after=3", token: token, last: "1")
            try await both.wait { $0.contains("id: 2\n") }
            #expect(try await client.get(path + "?after=x").status == 400)
            let wrong = try await client.get(path, ("Last-Event-ID", "x"))
            #expect(wrong.status == 400)
        }
    }

    @Test("new hits are told, and who comes again gets what was missed")
    func hits() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client.with(token: token)
            func record(_ number: Int) async throws {
                let answer = try await client.send(
                    "POST", "/api/v1/hits?stream=test-stream&first=\(number)",
                    body: "{\"url\":\"/hit/\(number)\"}", type: "application/x-ndjson")
                #expect(answer.status == 200)
            }
            let path = "/api/v1/events/hits"
            let reader = try await Reader(server, path, token: token)
            try await record(1)
            let text = try await reader.wait { $0.contains("\"/hit/1\"") }
            let id = try #require(
                text.split(whereSeparator: \.isNewline).last { $0.hasPrefix("id: ") }?
                    .dropFirst(4))
            try await record(2)
            try await reader.wait { $0.contains("\"/hit/2\"") }
            let later = try await Reader(server, path, token: token, last: String(id))
            let missed = try await later.wait { $0.contains("\"/hit/2\"") }
            #expect(!missed.contains("\"/hit/1\""))
        }
    }

    @Test("hits are told in the order in which they arrive, whatever their times are")
    func order() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client.with(token: token)
            var count = 0
            func record(_ url: String, _ time: String) async throws {
                count += 1
                let answer = try await client.send(
                    "POST", "/api/v1/hits?stream=test-stream&first=\(count)",
                    body: "{\"url\":\"\(url)\",\"time\":\"\(time)\"}", type: "application/x-ndjson")
                #expect(answer.status == 200, "\(answer.text)")
            }
            let path = "/api/v1/events/hits"
            let reader = try await Reader(server, path, token: token)
            for (url, year) in [("/a", 2100), ("/b", 1990), ("/c", 2026), ("/d", 2099)] {
                try await record(url, "\(year)-01-01T00:00:00Z")
                try await reader.wait { $0.contains("\"\(url)\"") }
            }
            let text = try await reader.wait { $0.contains("id: 4\n") }
            #expect((1...4).allSatisfy { text.split(separator: "id: \($0)\n").count == 2 })
            let later = try await Reader(server, path + "?after=1", token: token)
            let missed = try await later.wait { $0.contains("\"/d\"") }
            #expect(!missed.contains("\"/a\"") && missed.contains("\"/b\""))
            for wrong in ["x", "1.2.3"] {
                #expect(try await client.get(path + "?after=\(wrong)").status == 400)
            }
        }
    }

    @Test("a stream of hits has those of its filters only")
    func filters() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/known/{x}", target: "known", name: "known"))
                try editor.add(RouteDraft(pattern: "/plain", target: "plain"))
                try editor.addNamespace(NamespaceDraft(name: "other"))
            }
        ) { server in
            let client = server.client.with(token: token)
            var readers: [(reader: Reader, own: [String])] = []
            for (query, own) in [
                ("outcome=unmatched", ["/lost", "/last"]), ("route=known", ["/known/1"]),
                ("route=%232", ["/plain"]), ("route=%2Fknown%2F%7Bx%7D", ["/known/1"]),
                ("outcome=matched&outcome=unmatched&namespace=default&since=1h", ["/last"]),
                ("until=1990-01-01T00:00:00Z", []), ("namespace=other", []),
                ("after=0", ["/plain"]),
            ] {
                let path = "/api/v1/events/hits?\(query)"
                readers.append((try await Reader(server, path, token: token), own))
            }
            let urls = ["/known/1", "/plain", "/lost", "/last"]
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1",
                body: urls.map { "{\"url\":\"\($0)\"}" }.joined(separator: "\n"),
                type: "application/x-ndjson")
            #expect(sent.status == 200)
            for (reader, own) in readers {
                try await reader.wait { text in own.allSatisfy { text.contains("\"\($0)\"") } }
            }
            let text = try await readers[0].reader.wait { $0.contains("\"/last\"") }
            #expect(!text.contains("\"/plain\"") && !text.contains("\"/known/1\""))
            let named = try await readers[1].reader.wait { $0.contains("\"/known/1\"") }
            #expect(!named.contains("\"/lost\""))
            // What a stream leaves out, a list leaves out too.
            let list = try await client.get("/api/v1/hits?outcome=unmatched").text
            #expect(list.contains("\"/lost\"") && !list.contains("\"/plain\""))
            let wrong = try await client.get("/api/v1/events/hits?outcome=lost")
            #expect(wrong.status == 400)
        }
    }

    @Test("who has missed more than is told at once learns that there is a gap")
    func gap() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .hits, .write], in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client.with(token: token)
            let lines = (0..<1_200).map { "{\"url\":\"/hit/\($0)\"}" }.joined(separator: "\n")
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=test-stream&first=1", body: lines,
                type: "application/x-ndjson")
            #expect(sent.status == 200)
            let reader = try await Reader(
                server, "/api/v1/events/hits", token: token, last: "0")
            let text = try await reader.wait { $0.contains("\"/hit/1199\"") }
            #expect(text.contains("event: gap\ndata: {\"told\":1000}\n\n"))
            #expect(!text.contains("\"/hit/199\"") && text.contains("\"/hit/200\""))
            let late = try await Reader(server, "/api/v1/events/hits", token: token, last: "200")
            let rest = try await late.wait { $0.contains("\"/hit/1199\"") }
            #expect(!rest.contains("event: gap") && rest.contains("\"/hit/200\""))
        }
    }

    @Test("a stream ends with the token or the session that asked for it")
    func ended() async throws {
        let directory = try TemporaryDirectory()
        let removed = try RunningServer.addToken([.read, .hits], in: directory)
        let time = RegistryOptions.testTime
        let expiring = try RunningServer.addToken(.read, expiry: time + .seconds(60), in: directory)
        let clock = MovedClock(time)
        try await RunningServer.with(in: directory, { $0.now = { clock.time } }) { server in
            let (revisions, hits) = ("/api/v1/events/revisions", "/api/v1/events/hits")
            let brief = try await Reader(server, revisions, token: expiring)
            let others = [
                try await Reader(server, revisions, token: removed),
                try await Reader(server, hits, token: removed),
            ]
            clock.move(by: .seconds(60))
            try await brief.wait { $0.hasSuffix("\r\n0\r\n\r\n") }
            try TokenFile(path: directory.path("routes.tokens")).change { $0 = [] }
            for reader in others { try await reader.wait { $0.hasSuffix("\r\n0\r\n\r\n") } }
        }
    }

    /// The clock of a service that a test moves.
    private final class MovedClock: Sendable {
        private let now: Locked<Timestamp>

        init(_ time: Timestamp) { now = Locked(time) }

        var time: Timestamp { now.withLock { $0 } }

        func move(by duration: Duration) { now.withLock { $0 = $0 + duration } }
    }

    @Test("the service ends open streams when it is stopped")
    func stop() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.read, in: directory)
        let path = "/api/v1/events/revisions"
        var readers: [Reader] = []
        try await RunningServer.with(in: directory) { server in
            for _ in 0..<3 { readers.append(try await Reader(server, path, token: token)) }
        }
        // A whole chunked body: the streams were ended, not cut.
        for reader in readers { #expect(try await reader.end().hasSuffix("0\r\n\r\n")) }
    }

    @Test("many idle streams cost the service nothing that others notice")
    func idle() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(in: directory) { server in
            var readers: [Reader] = []
            for _ in 0..<2_000 {
                readers.append(
                    try await Reader(server, "/api/v1/events/revisions", token: token))
            }
            let client = server.client.with(token: token)
            try await put("a", client)
            for reader in readers { try await reader.wait { $0.contains("id: 2\n") } }
            #expect(try await client.get("/livez").status == 200)
        }
    }
}
#endif
