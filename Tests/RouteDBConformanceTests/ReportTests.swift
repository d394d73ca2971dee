import RouteDB
import Testing

@Suite("The report")
struct ReportTests {
    private func result(
        _ caseClass: CaseClass, _ members: JSONObject, facts: JSONObject
    ) throws -> CaseResult {
        let test = try ConformanceCase.testing(.jlroutes, caseClass, members)
        return CaseResult(test, Observation(facts: facts))
    }

    @Test("every case is in one column, and is named unless it passed")
    func columns() throws {
        let slash: JSONObject = ["id": "j-3", "routes": [["pattern": "/a/"]]]
        let report = ConformanceReport([
            try result(.quirk, ["id": "j-1"], facts: ["matched": true]),
            try result(.quirk, ["id": "j-2", "what": "it"], facts: ["matched": false]),
            try result(.quirk, slash, facts: ["matched": false]),
        ])
        let lines = report.description.split(separator: "\n").map(String.init)
        let title = Difference.all.first { $0.id == "D6" }?.title ?? ""
        #expect(lines[2].split(separator: " ") == ["jlroutes", "quirk", "1", "1", "1"])
        #expect(lines[3] == "failed: j-2 (it) matched: expected true, got false")
        #expect(lines[4].hasPrefix("different: j-3") && lines[4].hasSuffix("D6 \(title)"))
        #expect(lines.count == 5)
        #expect(report.failures(of: .jlroutes) == ["j-2 (it) matched: expected true, got false"])
        #expect(report.failures(of: .aroute) == [])
    }

    @Test("a case that cannot be run has failed")
    func broken() throws {
        let test = try ConformanceCase.testing(.aroute)
        let result = CaseResult(test, brokenBy: UnsupportedCase("this"))
        #expect(result.failure?.contains("the runner does not know this") == true)
    }
}
