#if Hub && Server
import Foundation
import RouteDB
import RouteDBCommands
import RouteDBHub
import RouteDBTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(
    "The service of a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubServeTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let tool: HubTool
    private var hub: String { test.address.text }
    private var path: String { directory.path("routes.db") }

    init() throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        tool = HubTool(folder: directory.path)
    }

    private func record(_ count: Int) async throws {
        let registry = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .reading, refreshInterval: nil))
        let recorder = HitRecorder(history: directory.path("routes.hits.db"))
        for index in 0..<count {
            var request = ResolutionRequest(["/a/\(index % 7)", "/none/\(index % 3)"][index % 2])
            request.time = tool.now - Int64(count - index) * 1_000_000
            recorder.record(
                registry.table.resolve(request), duration: .milliseconds(index), status: 200)
        }
        try await recorder.flush()
        await recorder.shutdown()
        await registry.close()
        let shipper = HitShipper(directory.path("routes.hits.db"), to: test.address, node: "web")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    /// Runs a service while a closure gets paths of it.
    private func withService(
        _ arguments: [String],
        _ body: (_ get: (String) async throws -> String) async throws -> Void
    ) async throws {
        let token = await tool.run([
            "token", "add", "robot", "--scope", "read,hits", "--tokens",
            directory.path("tokens"),
        ]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        let (lines, line) = AsyncStream<String>.makeStream()
        let (clock, folder, tokens) = (tool.now, directory.path, directory.path("tokens"))
        let service = Task {
            defer { line.finish() }
            return await CommandLineTool.run(
                arguments: ["serve", "--listen", "127.0.0.1:0", "--json", "--tokens", tokens]
                    + arguments,
                environment: ["USER": "ada", "TMPDIR": folder],
                standardInput: InputReader(MemorySource([]), isTerminal: false),
                standardOutput: OutputWriter(LineSink(line), isTerminal: false),
                standardError: OutputWriter(MemorySink(), isTerminal: false),
                currentTimeMicroseconds: { clock })
        }
        var started = lines.makeAsyncIterator()
        let first = try #require(await started.next())
        guard case .object(let object) = try JSONValue(parsing: first),
            case .string(let url)? = object["url"]
        else { throw CommandFailure("invalidInput", first) }
        try await body { path in
            var request = URLRequest(url: try #require(URL(string: url + path)))
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            let (data, response) = try await URLSession.shared.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 200, "\(path)")
            return String(decoding: data, as: UTF8.self)
        }
        service.cancel()
        _ = await service.value
    }

    @Test("it answers as that of a file with the same registry and hits")
    func same() async throws {
        for name in ["a", "b"] {
            _ = await tool.run(
                ["add", "/\(name)/{id:int}", "--target", name, "--name", name, "--db", path])
        }
        _ = await tool.run(["hub", "init", hub])
        _ = await tool.run(["hub", "publish", hub, "--db", path])
        try await record(200)
        let paths = [
            "/api/v1/routes", "/api/v1/revisions", "/api/v1/stats/top", "/api/v1/stats/unmatched",
            "/api/v1/stats/timeline", "/api/v1/stats/latency", "/api/v1/stats/dead",
        ]
        var answers: [[String]] = []
        for arguments in [["--db", path], ["--hub", hub]] {
            try await withService(arguments) { get in
                var found: [String] = []
                for path in paths { found.append(try await get(path)) }
                answers.append(found)
            }
        }
        #expect(answers.count == 2)
        for (local, (remote, path)) in zip(answers[0], zip(answers[1], paths)) {
            #expect(local == remote, "\(path)")
            #expect(local.contains("\"schema\""), "\(path)")
        }
        // Nothing of the copy is left.
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!left.contains { $0.hasPrefix("routedb-hub-") })
    }

    @Test("it neither edits nor records, and needs a registry at the hub")
    func refused() async throws {
        _ = await tool.run(["hub", "init", hub])
        let empty = await tool.run(["serve", "--hub", hub])
        #expect(empty.status == 2)
        #expect(empty.diagnostics.contains("has no registry yet"))
        for option in ["--write", "--record"] {
            let run = await tool.run(["serve", "--hub", hub, option])
            #expect(run.status == 64)
            #expect(run.diagnostics.contains("neither changes the registry nor records hits"))
        }
    }
}

/// Hands on what is written.
private final class LineSink: ByteSink {
    private let line: AsyncStream<String>.Continuation

    init(_ line: AsyncStream<String>.Continuation) { self.line = line }

    func write(_ bytes: [UInt8]) { line.yield(String(decoding: bytes, as: UTF8.self)) }
}
#endif
