import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Findings as Markdown: a table for each code.
struct LintMarkdown {
    /// The number of findings, in words.
    let summary: String
    let facts: [LintOutput]
    /// The number of findings with each code, listed or not.
    let counts: [(code: LintCode, count: Int)]

    /// Creates the Markdown of a report.
    init(_ report: LintReport, _ names: SnapshotNames, all: Bool, of state: RegistryState) {
        summary = LintText.summary(report, of: state)
        facts = report.facts(names, all: all)
        counts = report.counts.map { ($0.code, $0.found + (all ? $0.suppressed : 0)) }
    }

    /// Creates the Markdown of findings that are all listed.
    init(_ facts: [LintOutput], summary: String) {
        (self.summary, self.facts) = (summary, facts)
        counts = LintCode.allCases.map { code in
            (code, facts.count { $0.finding.code == code })
        }
    }

    /// The lines, which begin with a heading.
    var lines: [String] {
        ["### Lint: \(MarkdownText.prose(summary))"] + counts.flatMap { group($0.code, $0.count) }
    }

    private func group(_ code: LintCode, _ count: Int) -> [String] {
        guard count > 0 else { return [] }
        let facts = facts.filter { $0.finding.code == code }
        let table = MarkdownTable(
            columns: [.init("severity"), .init("finding"), .init("URL")],
            rows: facts.map { facts in
                [
                    facts.severity, MarkdownText.prose(facts.finding.message),
                    facts.finding.witness.map { MarkdownText.code($0.url) } ?? "",
                ]
            }, count: count)
        return MarkdownText.collapsed(
            "\(NumberText.grouped(Int64(count))) \(code.rawValue)", table.lines)
    }
}
