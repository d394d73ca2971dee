import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

/// What the library uses of memory over minutes: `make leaks MINUTES=5`, for which nothing else may
/// run in the process.
@Suite("Memory over minutes")
struct LeakTests {
    private static let minutes = ProcessInfo.processInfo.environment["ROUTEDB_LEAKS_MINUTES"]
        .flatMap { Double($0) }
    /// How much more the process may have at the end than after the first rounds: what the allocator
    /// keeps differs by that from moment to moment.
    private static let tolerance = 8 << 20

    @Test(
        "opening, editing, reading, recording and closing leave nothing behind",
        .enabled(if: minutes != nil && ResidentMemory.isKnown))
    func flat() async throws {
        let end = Date(timeIntervalSinceNow: (Self.minutes ?? 0) * 60)
        for seed in UInt64(1)...40 { try await Self.round(seed) }
        let start = try ResidentMemory.bytes()
        var (rounds, seed) = (0, UInt64(0))
        while Date() < end {
            // The same seeds again and again, so that the same is in use after each pass.
            seed = seed % 40 + 1
            try await Self.round(seed)
            rounds += 1
        }
        while seed < 40 {
            seed += 1
            try await Self.round(seed)
        }
        let growth = try ResidentMemory.bytes() - start
        print("\(rounds) rounds: \(growth) bytes more than the \(start) after the first 40")
        #expect(growth < Self.tolerance)
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

/// How much memory the process has, by the system's account.
private enum ResidentMemory {
    static let isKnown = FileManager.default.isReadableFile(atPath: statistics)
    private static let statistics = "/proc/self/statm"

    /// The second number of the file is the pages that are in memory.
    static func bytes() throws -> Int {
        let text = try String(contentsOfFile: statistics, encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            .map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
    }
}
