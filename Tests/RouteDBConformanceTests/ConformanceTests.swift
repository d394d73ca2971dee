import Testing

@Suite("Conformance")
struct ConformanceTests {
    @Test("routes and URLs of another router get its answers", arguments: RouterSystem.allCases)
    func answers(_ system: RouterSystem) async throws {
        for failure in try await ConformanceReport.current.value.failures(of: system) {
            Issue.record("\(failure)")
        }
    }

    @Test("every case is accounted for")
    func summary() async throws {
        let report = try await ConformanceReport.current.value
        print(report)
        #expect(!report.results.isEmpty)
    }
}
