import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// What the library uses of memory over minutes: `make leaks MINUTES=5`, for which nothing else may
/// run in the process.
@Suite("Memory over minutes")
struct LeakTests {
    @Test(
        "opening, editing, reading, recording and closing leave nothing behind",
        .enabled(if: LeakLoop.isAsked))
    func flat() async throws {
        // The same seeds again and again, so that the same is in use after each pass.
        let growth = try await LeakLoop.growth {
            for seed in UInt64(1)...40 { try await Self.round(seed) }
        }
        #expect(growth < LeakLoop.tolerance)
    }

    private static func round(_ seed: UInt64) async throws {
        var generator = SimulationGenerator(seed: seed)
        #expect(await Simulation.firstDifference(generator.steps()) == nil)
        try await read()
    }

    /// Calls what simulations do not.
    private static func read() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/user/{id:int}", target: "user")
            try await registry.edit { editor in
                try editor.add(RouteDraft(pattern: "/a/{b}", target: "a", name: "a"))
            }
            let document = try RegistryDocument(parsing: try await registry.export())
            _ = try await registry.plan(document)
            _ = try await registry.diff(from: .number(1))
            _ = try await registry.blame(RouteID(rawValue: 1))
            _ = try registry.url(for: "a", values: ["b": "c"])
            _ = registry.resolve("/user/42")
            _ = await registry.health
            let recorder = HitRecorder(history: directory.path("hits.db"))
            recorder.record(registry.resolve("/user/42"))
            await recorder.shutdown()
            let history = try await HitHistory.open(directory.path("hits.db"))
            for try await hit in history.hits() { _ = hit.urlText }
            _ = try await history.info()
            await history.close()
        }
    }
}
