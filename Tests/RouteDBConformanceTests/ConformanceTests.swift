import Testing

@Suite("Conformance")
struct ConformanceTests {
    @Test("routes and URLs of another router get its answers", arguments: RouterSystem.allCases)
    func answers(_ system: RouterSystem) async throws {
        for failure in try await ConformanceReport.current.value.failures(of: system) {
            Issue.record("\(failure)")
        }
    }

    @Test("explain and resolve agree on the URLs of every case")
    func explanations() async throws {
        let results = try await ConformanceReport.current.value.results
        #expect(results.flatMap(\.misexplained) == [])
        #expect(results.contains { $0.test.url != nil })
    }

    @Test("every case is accounted for")
    func summary() async throws {
        let report = try await ConformanceReport.current.value
        print(report)
        #expect(!report.results.isEmpty)
    }
}
