import Foundation
import RouteDBTestSupport
import Testing

/// Random sequences of everything, against models in memory.
///
/// `make simulate SEEDS=1000` runs more seeds, and `make simulate SEED=7` a single one again.
@Suite("Simulations")
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// The seeds, in blocks that are run side by side.
    private static let blocks: [ClosedRange<UInt64>] = {
        if let seed = environment["ROUTEDB_SIMULATE_SEED"].flatMap({ UInt64($0) }) {
            return [seed...seed]
        }
        let count = environment["ROUTEDB_SIMULATE_SEEDS"].flatMap { UInt64($0) } ?? 8
        let first = environment["ROUTEDB_SIMULATE_FROM"].flatMap { UInt64($0) } ?? 1
        let size = max(1, count / 32)
        return stride(from: first, to: first + count, by: Int(size)).map {
            $0...min($0 + size - 1, first + count - 1)
        }
    }()

    /// A difference with the steps that it needs; `nil` if a seed shows none.
    private static func difference(
        of seed: UInt64, mistake: SimulationMistake? = nil
    ) async -> (steps: [SimulationStep], text: String)? {
        var generator = SimulationGenerator(seed: seed)
        let steps = generator.steps()
        guard await Simulation.firstDifference(steps, mistake: mistake) != nil else { return nil }
        var shrinker = SimulationShrinker(mistake: mistake)
        return await shrinker.shrink(steps)
    }

    @Test("whatever happens in whatever order, files and models agree", arguments: blocks)
    func agreement(seeds: ClosedRange<UInt64>) async {
        for seed in seeds {
            guard let found = await Self.difference(of: seed) else { continue }
            let steps = found.steps.map { "  \($0)" }.joined(separator: "\n")
            Issue.record("make simulate SEED=\(seed)\n\(steps)\n\(found.text)")
        }
    }

    /// Seeds that show the mistakes; the search goes on behind them, should the steps change.
    private static let mistakes: [SimulationMistake: UInt64] = [
        .keepsRules: 36, .rollsBackTooFar: 11, .keepsRedirects: 1, .importsTwice: 9,
    ]

    @Test("a mistake made on purpose is found, in few steps", arguments: SimulationMistake.allCases)
    func canary(mistake: SimulationMistake) async throws {
        let first = try #require(Self.mistakes[mistake])
        for seed in first..<first + 100 {
            guard let found = await Self.difference(of: seed, mistake: mistake) else { continue }
            #expect(found.steps.count <= 5, "\(found.steps)")
            #expect(found.steps.allSatisfy { $0.fault == nil })
            return
        }
        Issue.record("no seed finds it")
    }
}
