import RouteDBRouting
import RouteDBTestSupport
import Testing

/// URLs that are built of what the resolver found, and resolved again.
///
/// The seed decides every registry and URL; a failure shows them.
@Suite struct URLBuildingFuzzTests {
    @Test(
        "the result of resolving a URL builds a URL with the same result",
        arguments: 1...4 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var run = BuildingRun(seed: seed, configuration: .overlapping)
        run.run(registries: 50 * FuzzBudget.rounds, urls: 24) { generator in
            generator.registry()
        }
        #expect(run.failures.prefix(3).joined(separator: "\n") == "")
        #expect(run.built > 300)
        // Nearly every answer can be said by a URL that is built.
        #expect(run.refused * 50 < run.built)
        #expect(run.unsampled.count * 3 < run.sampled)
    }

    @Test(
        "so it is with the patterns of every dialect",
        arguments: ["native", "jlroutes", "urlnavigator", "ikrouter", "aroute"])
    func dialects(profile: String) throws {
        let profile = try #require(NamespaceProfile(rawValue: profile))
        var run = BuildingRun(seed: 77, configuration: .overlapping)
        run.run(registries: 50 * FuzzBudget.rounds, urls: 24) { generator in
            generator.dialectRegistry(profile)
        }
        #expect(run.failures.prefix(3).joined(separator: "\n") == "")
        #expect(run.built > 200)
        #expect(run.refused * 50 < run.built)
        #expect(run.unsampled.count * 3 < run.sampled)
    }

    @Test("so it is if literals need every escape")
    func escapes() {
        var run = BuildingRun(seed: 5, configuration: .nasty)
        run.run(registries: 50 * FuzzBudget.rounds, urls: 24) { generator in
            generator.registry()
        }
        #expect(run.failures.prefix(3).joined(separator: "\n") == "")
        #expect(run.built > 200)
        #expect(run.refused * 50 < run.built)
        #expect(run.unsampled.count * 3 < run.sampled)
    }
}
