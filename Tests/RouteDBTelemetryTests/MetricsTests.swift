#if Metrics
import CoreMetrics
import MetricsTestKit
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Metrics, with the trait Metrics")
struct MetricsTests {
    private let directory: TemporaryDirectory
    private let metrics = TestMetrics()
    private var path: String { directory.path("routes.db") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ recording: HitRecorder.Options? = nil) async throws -> RouteRegistry {
        var options = RegistryOptions.testing(.creating)
        options.recording = recording
        options.metrics = metrics
        return try await RouteRegistry.open(path, options: options)
    }

    private func total(_ label: String, _ dimensions: [(String, String)] = []) throws -> Int64 {
        try metrics.expectCounter(label, dimensions).totalValue
    }

    @Test("resolutions are counted by outcome, and timed, whoever asks")
    func resolutions() async throws {
        let registry = try await open()
        try await registry.add("/a", target: "a")
        var reader = registry.makeReader()
        let dispatcher = Dispatcher(registry)
        _ = registry.resolve("/a")
        _ = reader.resolve(ResolutionRequest("/a"))
        _ = await dispatcher.dispatch(DispatchRequest("/a"))
        _ = registry.resolve("/b")
        _ = registry.resolve("/%FF")
        let counts = try Resolution.Outcome.allCases.map {
            try total("routedb.resolutions", [("outcome", $0.rawValue)])
        }
        #expect(Resolution.Outcome.allCases.map(\.rawValue).count == 5)
        #expect(counts.reduce(0, +) == 5)
        #expect(try total("routedb.resolutions", [("outcome", "matched")]) == 3)
        #expect(try total("routedb.resolutions", [("outcome", "unmatched")]) == 1)
        #expect(try total("routedb.resolutions", [("outcome", "invalid")]) == 1)
        #expect(try metrics.expectTimer("routedb.resolution.duration").values.count == 5)
        await registry.close()
    }

    @Test("rebuilds, edits and the revision are counted")
    func rebuilds() async throws {
        let registry = try await open()
        try await registry.add("/a", target: "a")
        try await registry.add("/b", target: "b")
        #expect(try total("routedb.rebuilds", [("kind", "full")]) == 1)
        #expect(try total("routedb.rebuilds", [("kind", "incremental")]) == 2)
        let durations = try metrics.expectTimer(
            "routedb.rebuild.duration", [("kind", "incremental")])
        #expect(durations.values.count == 2)
        #expect(try total("routedb.edits") == 2)
        #expect(try metrics.expectMeter("routedb.revision").lastValue == 3)
        #expect(try metrics.expectMeter("routedb.revision.lag").lastValue == 0)
        await registry.close()
    }

    @Test("while the file cannot be read, the lag is the number of revisions that are missing")
    func lag() async throws {
        let registry = try await open()
        try await registry.add("/a", target: "a")
        try SQLiteFile.execute(Damage.script, path: path)
        await #expect(throws: RouteDBError.self) { try await registry.refresh() }
        #expect(try metrics.expectMeter("routedb.revision.lag").lastValue == 1)
        #expect(try total("routedb.refresh.failures") == 1)
        try SQLiteFile.execute(Damage.repair, path: path)
        try await registry.refresh()
        #expect(try metrics.expectMeter("routedb.revision.lag").lastValue == 0)
        #expect(try metrics.expectMeter("routedb.revision").lastValue == 3)
        await registry.close()
    }

    @Test("hits written and dropped add up, and in the end none waits")
    func hits() async throws {
        var recording = HitRecorder.Options()
        recording.queueHits = 8
        let registry = try await open(recording)
        for _ in 0..<1_000 { _ = registry.resolve("/a") }
        await registry.close()
        let health = try #require(await registry.recorder?.health)
        #expect(try total("routedb.hits.written") == Int64(health.written))
        #expect(try total("routedb.hits.dropped") == Int64(health.dropped))
        #expect(health.written + health.dropped == 1_000)
        #expect(try metrics.expectMeter("routedb.hits.queued").lastValue == 0)
    }

    @Test("there are eighteen series, whatever is resolved")
    func cardinality() async throws {
        let registry = try await open(HitRecorder.Options())
        for number in 0..<100 { _ = registry.resolve("/\(number)") }
        await registry.close()
        #expect(
            metrics.counters.count + metrics.timers.count + metrics.meters.count
                + metrics.recorders.count == 18)
    }
}
#endif
