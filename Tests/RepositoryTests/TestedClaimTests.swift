import Testing

/// What the documentation promises, with the tests that show it.
@Suite("Guarantees and limits")
struct TestedClaimTests {
    @Test(
        "each names tests that exist",
        arguments: [("Docs/guarantees.md", 30), ("Docs/limits.md", 35)])
    func tests(page: String, atLeast count: Int) throws {
        let page = try Repository.file(page)
        #expect(TestedClaimRule.rows(in: page).count >= count)
        let findings = TestedClaimRule.findings(in: page) { path in
            (try? Repository.file(path))?.lines.joined(separator: "\n")
        }
        #expect(findings == [])
    }

    @Test("guarantees are numbered from 1")
    func numbers() throws {
        let rows = TestedClaimRule.rows(in: try Repository.file("Docs/guarantees.md"))
        #expect(rows.map { String($0.cells[0]) } == (1...rows.count).map { "\($0) " })
    }

    @Test("a row without a test, and one with a test that is missing, are found")
    func findings() {
        let text = """
            | # | promise | test |
            |---|---|---|
            | 1 | a | [is so](../Tests/A.swift), [as well](../Tests/A.swift) |
            | 2 | b | |
            | 3 | c | [is so](../Tests/B.swift) |
            | 4 | d | [is not](../Tests/A.swift), [too](../Tests/A.swift) |

            | other | table |
            |---|---|
            | x | y |
            """
        let file =
            "@Test(\"is so\")\n@Test(\n    \"too\",\n    arguments: [1])\n"
            + "@Test(\n    \"as well\")\n"
        let findings = TestedClaimRule.findings(in: SourceFile(path: "a.md", text: text)) {
            $0 == "Tests/A.swift" ? file : nil
        }
        #expect(
            findings.map(\.description) == [
                "a.md:4: the row names no test", "a.md:5: 'Tests/B.swift' does not exist",
                "a.md:6: 'Tests/A.swift' has no test 'is not'",
            ])
    }
}
