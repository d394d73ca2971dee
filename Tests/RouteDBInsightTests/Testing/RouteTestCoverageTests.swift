import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

@Suite("Coverage of route tests")
struct RouteTestCoverageTests {
    /// What is covered of a registry, as `kind route parameter`.
    private func covered(
        _ snapshot: RegistrySnapshot, by urls: [String]
    ) -> (covered: [String], missing: [String]) {
        let run = RouteTestRun(snapshot, time: RegistryOptions.testTime)
        var collector = CoverageCollector(snapshot)
        for url in urls {
            collector.add(
                run.result(
                    of: RouteTestCase(
                        ResolutionRequest(url), expecting: RouteExpectation(outcome: .matched))))
        }
        let goals = collector.coverage.goals
        func texts(_ isCovered: Bool) -> [String] {
            goals.filter { $0.isCovered == isCovered }.map { goal in
                let number = goal.route?.rawValue ?? goal.rule?.rawValue ?? 0
                return "\(goal.kind.rawValue) \(number)"
                    + (goal.parameter.map { " \($0.name)" } ?? "")
            }
        }
        return (texts(true), texts(false))
    }

    @Test("a route is covered by a case that matches it, its typed parameters by two")
    func parameters() {
        let snapshot = RegistrySnapshot.of([
            "/a/{id:int}", "/a/{name}", "/b/{x:uuid}(/{y:enum(k,l)})", "/c/{rest:path}",
        ])
        #expect(
            covered(snapshot, by: ["/a/1"]).covered == ["route 1", "accepted 1 id"])
        let both = covered(snapshot, by: ["/a/1", "/a/x", "/b/no"])
        #expect(
            both.covered == [
                "route 1", "accepted 1 id", "rejected 1 id", "route 2", "rejected 3 x",
            ])
        #expect(
            both.missing == [
                "route 3", "accepted 3 x", "accepted 3 y", "rejected 3 y", "route 4",
            ])
        let uuid = "/b/123e4567-e89b-12d3-a456-426614174000"
        #expect(
            covered(snapshot, by: [uuid + "/k"]).covered == [
                "route 3", "accepted 3 x", "accepted 3 y",
            ])
        #expect(covered(snapshot, by: [uuid + "/z"]).covered == ["rejected 3 y"])
    }

    @Test("a value counts as refused only if the rest of the URL fits")
    func refusals() {
        let snapshot = RegistrySnapshot.of(["x://h/{a:int}/end?k={b:bool}"])
        for url in ["x://h/no/other?k=1", "y://h/no/end?k=1", "x://h/no/end", "x://h//end?k=1"] {
            #expect(covered(snapshot, by: [url]).covered == [], "\(url)")
        }
        #expect(covered(snapshot, by: ["x://h/no/end?k=1"]).covered == ["rejected 1 a"])
        #expect(
            covered(snapshot, by: ["x://h/no/end?k=no"]).covered == [
                "rejected 1 a", "rejected 1 b",
            ])
    }

    @Test("disabled routes and types that accept any text are not goals")
    func goals() {
        var snapshot = RegistrySnapshot.of(["/a/{id:int}", "/b/{x}/{y:path}"])
        snapshot.routes[0].isEnabled = false
        #expect(covered(snapshot, by: []).missing == ["route 2"])
    }

    @Test("a rule is covered if it applies, including shadow rules")
    func rules() async throws {
        let snapshot = try await RouteTestRunTests.snapshot()
        let rules = covered(snapshot, by: ["app://admin"])
        #expect(rules.covered == ["route 4", "rule 1"])
        #expect(rules.missing.contains("rule 2"))
    }

    @Test("percentages are by part, and a part without goals is fully covered")
    func percentages() {
        let snapshot = RegistrySnapshot.of(["/a/{id:int}", "/b", "/c"])
        let run = RouteTestRun(snapshot, time: 0)
        var collector = CoverageCollector(snapshot)
        collector.add(
            run.result(
                of: RouteTestCase(ResolutionRequest("/b"), expecting: RouteExpectation())))
        let coverage = collector.coverage
        #expect(coverage.count(of: .routes) == (1, 3) && coverage.count(of: .parameters) == (0, 2))
        #expect(coverage.percentage(of: .routes) == 100.0 / 3)
        #expect(coverage.percentage(of: .rules) == 100)
    }

    @Test("patterns of every form without types still cover what they accept")
    func random() {
        for seed in 0..<UInt64(FuzzBudget.tries(20, byDefault: 4)) {
            var patterns = PatternGenerator(seed: seed, configuration: .nasty)
            let texts = (0..<20).map { _ in patterns.pattern().description }
            let snapshot = RegistrySnapshot.of(texts)
            let table = RoutingTable(snapshot)
            var urls = URLGenerator(seed: seed, texts: ["a", "1", "true", "x-1.5", "é"])
            urls.aim(at: snapshot.routes)
            for _ in 0..<100 {
                let url = String(decoding: urls.url(), as: UTF8.self)
                let reached = covered(snapshot, by: [url]).covered
                let found = table.resolve(url).route.map { "route \($0.id.rawValue)" }
                #expect(reached.filter { $0.hasPrefix("route") } == (found.map { [$0] } ?? []))
            }
        }
    }
}
