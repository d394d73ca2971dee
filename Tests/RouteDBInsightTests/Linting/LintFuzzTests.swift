import RouteDBTestSupport
import Testing

@testable import RouteDBInsight
@testable import RouteDBRouting

/// Lint against the naive matcher, over random registries: the seed decides every one.
@Suite struct LintFuzzTests {
    private static let urls = LintOracle.urls(
        segments: ["a", "b", "ab", "a-b", "12", "1", "A", "x"], depth: 2,
        starts: ["/", "app:/", "app://a/", "https://b:80/", "https://x.example.com/", "app://"],
        queries: ["", "?a=a&b=12", "?ab"])

    @Test(
        "the findings in random registries are true", arguments: 1...4 as ClosedRange<UInt64>)
    func truth(seed: UInt64) {
        var generator = RegistryGenerator(seed: seed)
        var found: [LintCode: Int] = [:]
        for number in 0..<16 * FuzzBudget.rounds {
            let registry = kinds(generator.registry(routes: 2...14), &generator)
            let oracle = LintOracle(registry)
            if let broken = oracle.brokenWitness() {
                Issue.record("seed \(seed), registry \(number): \(broken)\n\(oracle.text)")
                return
            }
            for finding in oracle.report.findings { found[finding.code, default: 0] += 1 }
            let survey = oracle.survey(Self.urls)
            let covered = oracle.routes(of: [.unreachable, .duplicate])
            #expect(
                covered.isDisjoint(with: survey.won),
                "seed \(seed), registry \(number)\n\(oracle.text)\n\(oracle.report.findings)")
            let pairs = Set(
                oracle.report.findings.filter { $0.code == .ambiguous }.map { Set($0.routes) })
            let missed = survey.tied.subtracting(pairs).filter { $0.isDisjoint(with: covered) }
                .filter { competes($0, oracle) }
            #expect(
                missed.isEmpty,
                "seed \(seed), registry \(number) \(missed)\n\(oracle.text)")
        }
        // A canary: there is something to be found.
        for code in [LintCode.unreachable, .ambiguous, .crossing] {
            #expect(found[code, default: 0] > 0, "\(code)")
        }
    }

    @Test(
        "of patterns with few texts, every one that never wins is found",
        arguments: [31, 32] as [UInt64])
    func completeness(seed: UInt64) {
        var configuration = PatternGenerator.Configuration()
        configuration.literals = ["a", "b", "1", "true"]
        configuration.types = [.bool, .oneOf(["a", "b"]), .oneOf(["1", "a"])]
        configuration.hasHosts = false
        configuration.hasQueries = false
        configuration.hasMixed = false
        configuration.hasRest = false
        configuration.maximumSegments = 2
        configuration.schemes = ["app"]
        let urls = LintOracle.urls(
            segments: ["a", "b", "1", "0", "true", "false", "z"], depth: 3,
            starts: ["/", "app:/", "z:/"], queries: [""])
        var generator = PatternGenerator(seed: seed, configuration: configuration)
        var covered = 0
        for number in 0..<20 * FuzzBudget.rounds {
            let routes = (1...12).map { id in
                Route(
                    id: RouteID(rawValue: id), namespace: NamespaceID(rawValue: 1),
                    pattern: generator.pattern(), target: "t")
            }
            let namespace = RouteNamespace(
                id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName,
                overrides: generator.random.oneIn(2) ? [:] : [.choice: "first"])
            let registry = RegistrySnapshot(
                revision: 1, namespaces: [namespace], routes: routes)
            let oracle = LintOracle(registry)
            let survey = oracle.survey(urls)
            let found = oracle.routes(of: [.unreachable, .duplicate])
            covered += found.count
            #expect(
                found == survey.hit.subtracting(survey.won),
                "seed \(seed), registry \(number)\n\(oracle.text)")
        }
        #expect(covered > 20)
    }

    /// The registry with a kind for some routes.
    private func kinds(
        _ registry: RegistrySnapshot, _ generator: inout RegistryGenerator
    ) -> RegistrySnapshot {
        var registry = registry
        guard generator.patterns.random.oneIn(3) else { return registry }
        for index in registry.routes.indices where generator.patterns.random.oneIn(2) {
            registry.routes[index].kind = generator.patterns.random.pick(
                ["view", "handler", "GET", "HEAD"])
        }
        return registry
    }

    private func competes(_ pair: Set<RouteID>, _ oracle: LintOracle) -> Bool {
        let kinds = oracle.registry.routes.filter { pair.contains($0.id) }.map(\.kind)
        return kinds.contains(nil) || kinds[0] == kinds[1]
    }
}
