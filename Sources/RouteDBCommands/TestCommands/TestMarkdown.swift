import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Results of route tests as Markdown: the failed ones in a table.
struct TestMarkdown {
    /// The largest number of differences shown of a case.
    private static let differenceLimit = 3

    let facts: [TestOutput]
    var coverage: CoverageOutput?

    /// The lines, which begin with a heading.
    var lines: [String] {
        let failed = facts.filter { !$0.result.isPassed }
        let summary = TestOutput.summary(facts)
        let covered = coverage?.lines.first.map { ["", MarkdownText.prose($0)] } ?? []
        return ["### Route tests: \(summary)"] + covered
            + (failed.isEmpty
                ? [] : MarkdownText.collapsed("\(failed.count) failed", table(failed).lines))
    }

    private func table(_ failed: [TestOutput]) -> MarkdownTable {
        MarkdownTable(
            columns: [.init("case"), .init("differences")],
            rows: failed.map { facts in
                [
                    MarkdownText.code(facts.tested.title),
                    MarkdownText.stacked(facts.differences, most: Self.differenceLimit),
                ]
            })
    }
}
