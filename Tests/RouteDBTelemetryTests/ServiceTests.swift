#if ServiceLifecycle
import RouteDB
import RouteDBTestSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("Services, with the trait ServiceLifecycle")
struct ServiceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open() async throws -> RouteRegistry {
        var options = RegistryOptions.testing(.creating)
        var recording = HitRecorder.Options()
        // Only the end of the service writes.
        recording.longestDelay = .seconds(3_600)
        options.recording = recording
        return try await RouteRegistry.open(directory.path("routes.db"), options: options)
    }

    @Test("a graceful shutdown closes the registry, and writes its hits")
    func registry() async throws {
        let registry = try await open()
        for _ in 0..<10 { _ = registry.resolve("/a") }
        try await testGracefulShutdown { trigger in
            let service: any Service = registry
            async let end: Void = service.run()
            trigger.triggerGracefulShutdown()
            try await end
        }
        let error = await #expect(throws: RouteDBError.self) { try await registry.refresh() }
        #expect(error?.code == .closed)
        #expect(await registry.recorder?.health.written == 10)
    }

    @Test("a graceful shutdown of a recorder writes its hits")
    func recorder() async throws {
        let registry = try await open()
        let recorder = try #require(registry.recorder)
        for _ in 0..<10 { _ = registry.resolve("/a") }
        try await testGracefulShutdown { trigger in
            let service: any Service = recorder
            async let end: Void = service.run()
            trigger.triggerGracefulShutdown()
            try await end
        }
        #expect(await recorder.health.written == 10)
        await registry.close()
    }

    @Test("a cancelled service ends in the same way")
    func cancelled() async throws {
        let registry = try await open()
        _ = registry.resolve("/a")
        let service = Task { try await registry.run() }
        service.cancel()
        try await service.value
        #expect(await registry.recorder?.health.written == 1)
    }
}
#endif
