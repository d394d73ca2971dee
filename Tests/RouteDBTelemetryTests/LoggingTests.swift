#if Logging
import InMemoryLogging
import Logging
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Logs, with the trait Logging")
struct LoggingTests {
    private let directory: TemporaryDirectory
    private let handler = InMemoryLogHandler()
    private var path: String { directory.path("routes.db") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ level: Logger.Level) async throws -> RouteRegistry {
        var logger = Logger(label: "test", factory: { _ in handler })
        logger.logLevel = level
        var options = RegistryOptions.testing(.creating)
        options.recording = HitRecorder.Options()
        options.logger = logger
        #expect(options.logger?.label == "test")
        return try await RouteRegistry.open(path, options: options)
    }

    private var messages: [String] { handler.entries.map { "\($0.level) \($0.message)" } }

    @Test("what a registry and its recorder do is logged at debug, and nothing above it")
    func life() async throws {
        let registry = try await open(.debug)
        try await registry.add("/user/{id:int}", target: "user")
        _ = registry.resolve("/user/42")
        try await registry.recorder?.flush()
        await registry.close()
        #expect(
            messages == [
                "debug Routing table rebuilt", "debug Registry opened",
                "debug Routing table rebuilt", "debug Registry edited", "debug Hits written",
                "debug Registry closed",
            ])
        #expect(handler.entries[2].metadata["kind"] == "incremental")
        #expect(handler.entries[3].metadata["revision"] == "2")
        #expect(!handler.entries.contains { "\($0.metadata)".contains("/user/42") })
    }

    @Test("each resolution is logged at trace, with its URL")
    func resolutions() async throws {
        let registry = try await open(.trace)
        _ = registry.resolve("/nowhere?token=1")
        var reader = registry.makeReader()
        _ = reader.resolve(ResolutionRequest("/other"))
        let entries = handler.entries.filter { $0.message == "Resolved" }
        #expect(entries.map(\.level) == [.trace, .trace])
        #expect(entries.map { $0.metadata["url"] } == ["/nowhere?token=1", "/other"])
        #expect(entries.first?.metadata["outcome"] == "unmatched")
        await registry.close()
    }

    @Test("that the file cannot be read is logged once at warning, and so is the end of it")
    func health() async throws {
        let registry = try await open(.info)
        try await registry.add("/a", target: "a")
        try SQLiteFile.execute(Damage.script, path: path)
        for _ in 0..<3 {
            await #expect(throws: RouteDBError.self) { try await registry.refresh() }
        }
        try SQLiteFile.execute(Damage.repair, path: path)
        try await registry.refresh()
        await registry.close()
        #expect(
            messages == [
                "warning Registry cannot be refreshed; the last routing table stays in use",
                "warning Registry is up to date again",
            ])
        #expect(handler.entries.first?.metadata["code"] == "corrupt")
    }

    @Test("that hits cannot be written is logged at warning, by a recorder on its own too")
    func recorder() async throws {
        var options = HitRecorder.Options()
        var logger = Logger(label: "test", factory: { _ in handler })
        logger.logLevel = .info
        options.logger = logger
        let recorder = HitRecorder(
            history: directory.path("missing/routes.hits.db"), options: options)
        await #expect(throws: RouteDBError.self) { try await recorder.flush() }
        await recorder.shutdown()
        #expect(messages == ["warning Hits cannot be written"])
    }

    @Test("without a logger nothing is logged")
    func off() async throws {
        var options = RegistryOptions.testing(.creating)
        options.logger = Logger(label: "test", factory: { _ in handler })
        options.logger = nil
        let registry = try await RouteRegistry.open(path, options: options)
        await registry.close()
        #expect(messages == [])
    }
}

/// A commit of somebody who has broken the rules, and what mends it.
enum Damage {
    static let script = """
        INSERT INTO revision SELECT number + 1, created_at, author, message, source, digest
            FROM revision ORDER BY number DESC LIMIT 1;
        UPDATE route SET pattern = '/{', made_by = 3
        """
    static let repair = "UPDATE route SET pattern = '/b'"
}
#endif
