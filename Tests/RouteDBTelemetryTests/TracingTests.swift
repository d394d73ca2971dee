#if Tracing
import InMemoryTracing
import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing
import Tracing

@Suite("Traces, with the trait Tracing")
struct TracingTests {
    private let directory: TemporaryDirectory
    private let tracer = InMemoryTracer()
    private var path: String { directory.path("routes.db") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(tracingResolutions: Bool = false) async throws -> RouteRegistry {
        var options = RegistryOptions.testing(.creating)
        options.recording = HitRecorder.Options()
        options.tracer = tracer
        options.tracesResolutions = tracingResolutions
        #expect(options.tracesResolutions == tracingResolutions)
        return try await RouteRegistry.open(path, options: options)
    }

    private var names: [String] { tracer.finishedSpans.map(\.operationName) }

    @Test("a rebuild is within the edit that causes it, and the edit within the caller's span")
    func edit() async throws {
        let registry = try await open()
        try await tracer.withSpan("caller") { _ in
            _ = try await registry.add("/a", target: "a")
        }
        #expect(names == ["routedb.rebuild", "routedb.rebuild", "routedb.edit", "caller"])
        let spans = tracer.finishedSpans
        #expect(spans[0].parentSpanID == nil)
        #expect(spans[1].parentSpanID == spans[2].spanID)
        #expect(spans[2].parentSpanID == spans[3].spanID)
        #expect(spans[1].attributes["routedb.kind"]?.toSpanAttribute() == "incremental")
        #expect(
            spans[1].startInstant.nanosecondsSinceEpoch
                <= spans[1].endInstant.nanosecondsSinceEpoch)
        await registry.close()
    }

    @Test("an edit that throws has a span with the error")
    func failedEdit() async throws {
        struct Refused: Error {}
        let registry = try await open()
        await #expect(throws: Refused.self) { try await registry.edit { _ in throw Refused() } }
        let span = try #require(tracer.finishedSpans.last)
        #expect(span.operationName == "routedb.edit")
        #expect(span.errors.first?.error is Refused)
        await registry.close()
    }

    @Test("resolutions have spans only where asked", arguments: [false, true])
    func resolutions(isAsked: Bool) async throws {
        let registry = try await open(tracingResolutions: isAsked)
        tracer.clearFinishedSpans()
        tracer.withSpan("caller") { _ in _ = registry.resolve("/a") }
        #expect(names == (isAsked ? ["routedb.resolve", "caller"] : ["caller"]))
        if isAsked {
            let spans = tracer.finishedSpans
            #expect(spans[0].parentSpanID == spans[1].spanID)
            #expect(spans[0].attributes["routedb.outcome"]?.toSpanAttribute() == "unmatched")
        }
        await registry.close()
    }

    @Test("a replay has a span with both revisions")
    func replay() async throws {
        let registry = try await open()
        _ = registry.resolve("/a")
        try await registry.recorder?.flush()
        let before = try await registry.snapshot()
        try await registry.add("/a", target: "a")
        var options = ReplayOptions()
        options.tracer = tracer
        tracer.clearFinishedSpans()
        let replay = Replay(from: before, to: try await registry.snapshot(), options: options)
        _ = try await replay.run(.history(directory.path("routes.hits.db")))
        #expect(names == ["routedb.replay"])
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["routedb.from"]?.toSpanAttribute() == 1)
        #expect(span.attributes["routedb.to"]?.toSpanAttribute() == 2)
        await registry.close()
    }
}
#endif
