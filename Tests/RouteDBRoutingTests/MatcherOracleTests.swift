import RouteDBTestSupport
import Testing

/// The compiled matcher against ``ReferenceMatcher``: same winner, same order, same captures.
///
/// The seed decides every registry and URL; a failure shows it, with the routes that it needs.
@Suite struct MatcherOracleFuzzTests {
    @Test("the compiled matcher agrees with the naive one", arguments: 1...8 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) {
        var run = OracleRun(seed: seed)
        let difference = run.firstDifference(
            registries: 500 * FuzzBudget.rounds, urls: 72)
        #expect(difference == nil)
        // A canary: the URLs meet the routes, often several of them.
        #expect(run.matched * 4 > run.cases)
        #expect(run.matchedTwice * 11 > run.cases)
        #expect(run.matchedByKind * 100 > run.cases)
    }

    @Test("they agree if literals need every escape", arguments: [21, 22] as [UInt64])
    func escapes(seed: UInt64) {
        var run = OracleRun(seed: seed, configuration: .nasty)
        let difference = run.firstDifference(
            registries: 120 * FuzzBudget.rounds, urls: 72)
        #expect(difference == nil)
    }

    @Test(
        "they agree if all patterns are literal", arguments: [31, 32, 33] as [UInt64],
        [false, true])
    func literals(seed: UInt64, withSlashes: Bool) {
        var configuration = PatternGenerator.Configuration.literal
        if !withSlashes { configuration.literals.removeAll { $0.contains("/") } }
        var run = OracleRun(seed: seed, configuration: configuration)
        let difference = run.firstDifference(
            registries: 300 * FuzzBudget.rounds, urls: 72)
        #expect(difference == nil)
        #expect(run.matched * 8 > run.cases)
        #expect(run.matchedTwice * 40 > run.cases)
    }

    @Test("a planted mistake in the order is found")
    func canary() {
        var run = OracleRun(seed: 1, tieBreak: .laterRouteFirst)
        #expect(run.firstDifference(registries: 500, urls: 72) != nil)
        #expect(run.cases < 36_000)
    }
}
