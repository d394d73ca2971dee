import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// A review as text for people.
struct ReviewText {
    /// The largest number of items shown of each kind.
    private static let top = 10

    let review: Review
    let style: TextStyle

    /// The lines: the states, a part for each check, and the verdict.
    var lines: [String] {
        [
            "\(PlainText.shown(review.states.old.title)) -> \(PlainText.shown(review.states.new.title))"
        ]
            + Review.Check.allCases.flatMap { ["", headline($0)] + details($0) }
            + acceptances + ["", verdict]
    }

    private func headline(_ check: Review.Check) -> String {
        let isFailed = review.isFailed(check)
        let title = "\(check.rawValue): \(PlainText.shown(review.summary(check)))"
        return isFailed ? style.bad("failed ") + title : title
    }

    private func details(_ check: Review.Check) -> [String] {
        let lines: [String] =
            switch check {
            case .changes:
                DiffOutput(diff: review.plan.diff).titles(limit: Self.top)
            case .access: first(review.accessLines)
            case .lint: groups(review.findings.new.map { $0.block(style) })
            case .tests:
                groups(review.tests.filter { !$0.result.isPassed }.map { $0.block(style) })
            case .replay:
                review.replay.map { Array(ReplayText(facts: $0, style: style).lines.dropFirst()) }
                    ?? []
            }
        return review.failures.filter { $0.check == check }.map { "    failed: \($0.text)" }
            + lines.map { $0.isEmpty ? "" : "    \($0)" }
    }

    private var acceptances: [String] {
        let lines = review.acceptanceLines.map(PlainText.shown)
        return lines.isEmpty ? [] : [""] + lines
    }

    private var verdict: String {
        review.isPassed ? style.good(review.verdict) : style.bad(review.verdict)
    }

    private func first(_ lines: [String]) -> [String] {
        groups(lines.map { [PlainText.shown($0)] })
    }

    private func groups(_ blocks: [[String]]) -> [String] {
        let rest = blocks.count - Self.top
        return blocks.prefix(Self.top).flatMap(\.self) + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

// What a review says in every format.
extension Review {
    /// Returns whether the change fails by a check.
    func isFailed(_ check: Check) -> Bool {
        failures.contains { $0.check == check } || check == .replay && shortage != nil
    }

    /// Returns the result of a check in one line.
    func summary(_ check: Check) -> String {
        switch check {
        case .changes: plan.isEmpty ? "none" : DiffOutput(diff: plan.diff).counts
        case .access:
            NumberText.counted(accessChanges.count, "change")
                + (plan.widenings.isEmpty ? "" : "; requests would pass that rules refuse now")
        case .lint: findings.summary
        case .tests: tests.isEmpty ? "there are none" : TestOutput.summary(tests)
        case .replay: shortage ?? replay?.summary ?? "no traffic was given"
        }
    }

    /// The changes of access, and what they may let pass, a line each.
    var accessLines: [String] {
        accessChanges.map { "\($0.outcome.rawValue) \($0.label)" }
            + plan.wideningLines.map { "may let requests pass: \($0)" }
    }

    /// The accepted differences, a line each.
    var acceptanceLines: [String] {
        accepted.used.map { "accepted: \($0.text)" }
            + accepted.expired.map { "expired: \($0.text)" }
            + accepted.unused.map { "unused: \($0.text)" }
    }

    /// The verdict: that the change passes, or by what it fails.
    var verdict: String {
        guard !isPassed else { return "review passed" }
        let names = Check.allCases.filter(isFailed).map(\.rawValue)
        return "review failed: \(names.joined(separator: ", "))"
    }
}
