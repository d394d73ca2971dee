#if Hub && Server
import Foundation
import RouteDB
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite(
    "Nodes and services, watched",
    .enabled(if: TestHub.server != nil, TestHub.skipped), .timeLimit(.minutes(2)))
struct HubOperatingTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let hub: HubClient
    private let tool: HubTool
    private var path: String { directory.path("node.db") }

    init() async throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        hub = try await test.client()
        tool = HubTool(folder: directory.path)
    }

    /// Runs a command that goes on until a closure has ended.
    private func running(
        _ arguments: [String], _ environment: [String: String] = [:],
        _ body: (MemorySink) async throws -> Void
    ) async throws {
        let said = MemorySink()
        let (tool, now) = (HubTool(folder: directory.path, clockAhead: .zero), MemorySink())
        let task = Task { await tool.run(arguments, environment, writingTo: now, and: said) }
        do {
            try await body(said)
        } catch {
            task.cancel()
            _ = await task.value
            throw error
        }
        task.cancel()
        _ = await task.value
    }

    private func expectNotices(of arguments: [String]) async throws {
        let socket = try NotifySocket(directory.path("notify"))
        let environment = ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "20000"]
        try await running(arguments, environment) { _ in
            var heard: Set<String> = []
            while heard.count < 2 { heard.insert(try await socket.next()) }
            #expect(heard == ["READY=1", "WATCHDOG=1"])
        }
        var rest: [String] = []
        while let text = socket.received() { rest.append(text) }
        #expect(rest.contains("STOPPING=1"))
    }

    @Test("systemd is told that a node has begun and lives, also without its hub, and that it ends")
    func nodeNotices() async throws {
        try await expectNotices(
            of: ["node", "host=\(directory.path) dbname=none", "--node", "web", "--db", path])
    }

    @Test("systemd is told that a service is ready and lives, and that it ends")
    func serviceNotices() async throws {
        let routes = directory.path("routes.db")
        _ = await tool.run(["init", "--db", routes])
        try await expectNotices(
            of: ["serve", "--listen", "127.0.0.1:0", "--db", routes])
    }

    @Test("a node answers probes: it is ready with a registry, and counts its hits")
    func nodeProbes() async throws {
        let arguments = [
            "node", test.address.text, "--node", "web", "--db", path, "--probes", "127.0.0.1:0",
        ]
        try await running(arguments) { said in
            let client = TestClient(port: try await port(in: said))
            #expect(try await client.get("/livez").text == "ok\n")
            let before = try await client.get("/readyz")
            #expect(before.status == 503)
            #expect(before.text.contains("\"ready\":false,\"revision\":null"))
            #expect(try await client.get("/api/v1/routes").status == 404)
            #expect(try await client.send("POST", "/livez").status == 405)
            let added = await tool.run(
                ["add", "/x", "--target", "x", "--hub", test.address.text])
            #expect(added.status == 0, "\(added.diagnostics)")
            while try await client.get("/readyz").status != 200 { await Task.yield() }
            #expect(try await client.get("/readyz").text.contains("\"revision\":2"))
            let resolved = await tool.run(["resolve", "/x", "/y", "--db", path, "--record"])
            #expect(resolved.output.contains("/x\tmatched"))
            var text = ""
            repeat {
                await Task.yield()
                text = try await client.get("/metrics").text
            } while !text.contains("\nroutedb_node_hits_shipped_total 2\n")
            for line in [
                "routedb_revision 2", "routedb_source_failed 0",
                "routedb_node_hits_missing_total 0",
                "routedb_node_hits_set_aside_total 0", "routedb_node_hits_waiting 0",
                "routedb_node_shipping_failed 0",
            ] {
                #expect(text.contains("\n\(line)\n"), "\(line) in \(text)")
            }
            #expect(text.contains("\nroutedb_source_contact_timestamp_seconds 1"))
        }
    }

    /// Waits until a command has said at which port it answers.
    private func port(in said: MemorySink) async throws -> Int {
        while true {
            try Task.checkCancellation()
            let text = String(decoding: said.bytes, as: UTF8.self)
            if let line = text.split(separator: "\n").first(where: { $0.contains("probes on") }) {
                return line.split(separator: ":").last.flatMap { Int($0) } ?? 0
            }
            await Task.yield()
        }
    }
}
#endif
