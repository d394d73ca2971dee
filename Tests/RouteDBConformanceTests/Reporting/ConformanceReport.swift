/// The results of all cases of a directory.
struct ConformanceReport: Sendable {
    let results: [CaseResult]

    /// The report on the current directory; its cases run once, whoever asks first.
    static let current = Task {
        try await ConformanceReport(running: CaseDirectory.current.cases())
    }

    init(_ results: [CaseResult]) { self.results = results }

    private init(running cases: [ConformanceCase]) async throws {
        var results: [CaseResult] = []
        for test in cases {
            do {
                results.append(CaseResult(test, try await test.system.run(test)))
            } catch {
                results.append(CaseResult(test, brokenBy: error))
            }
        }
        self.results = results
    }

    /// The failures of a system.
    func failures(of system: RouterSystem) -> [String] {
        results.filter { $0.test.system == system }.compactMap(\.failure)
    }
}
