import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// A review as Markdown, for a pull request.
struct ReviewMarkdown {
    let review: Review

    /// The lines: the verdict, a table of the checks, and the checks one by one.
    var lines: [String] {
        let (old, new) = (review.states.old.title, review.states.new.title)
        return ["## RouteDB: \(review.verdict)"] + MarkdownText.states(old, new) + checks
            + failures + acceptances + Review.Check.allCases.flatMap(details)
    }

    private var checks: [String] {
        MarkdownTable(
            columns: [.init("check"), .init("result"), .init("gate")],
            rows: Review.Check.allCases.map { check in
                [
                    check.rawValue, MarkdownText.prose(review.summary(check)),
                    review.isFailed(check) ? "**failed**" : "passed",
                ]
            }
        ).lines
    }

    private var failures: [String] {
        let lines = review.failures.map { failure in
            "- **\(failure.check.rawValue)**: \(MarkdownText.prose(failure.text))"
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    private var acceptances: [String] {
        let accepted = review.accepted
        let rows = [
            ("accepted", accepted.used), ("expired", accepted.expired), ("unused", accepted.unused),
        ]
        .flatMap { word, entries in
            entries.map { entry in
                [
                    word, MarkdownText.code(entry.label), MarkdownText.prose(entry.reason),
                    entry.until?.inSeconds ?? "",
                ]
            }
        }
        guard !rows.isEmpty else { return [] }
        let table = MarkdownTable(
            columns: [
                .init("accepted differences"), .init("change"), .init("reason"), .init("until"),
            ],
            rows: rows)
        return MarkdownText.collapsed(
            "\(accepted.used.count) accepted, \(accepted.expired.count) expired,"
                + " \(accepted.unused.count) unused", table.lines)
    }

    private func details(_ check: Review.Check) -> [String] {
        let lines: [String] =
            switch check {
            case .changes: DiffMarkdown(facts: DiffOutput(diff: review.plan.diff)).lines
            case .access: access
            case .lint:
                LintMarkdown(review.findings.new, summary: review.findings.summary).lines
            case .tests: review.tests.isEmpty ? [] : TestMarkdown(facts: review.tests).lines
            case .replay: review.replay.map { ReplayMarkdown(facts: $0).lines } ?? []
            }
        return lines.isEmpty ? [] : [""] + lines
    }

    private var access: [String] {
        let notes = review.plan.markdownNotes
        return notes.isEmpty ? [] : ["### Access and reachability"] + notes
    }
}
