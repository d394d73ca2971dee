import RouteDB
import RouteDBInsight
import RouteDBTraffic

/// The result of a review: what a change does, by each of the checks, and which gates it fails.
struct Review {
    /// A gate that the change does not pass.
    struct Failure {
        let check: Check
        let text: String
    }

    /// The checks of a review, in the order of the page.
    enum Check: String, CaseIterable {
        case changes
        case access
        case lint
        case tests
        case replay
    }

    let states: ComparedStates
    let findings: ReviewedFindings
    let tests: [TestOutput]
    /// The replay; `nil` without traffic.
    let replay: ReplayOutput?
    let accepted: ReviewedAcceptances
    let gates: ReviewGates

    var plan: RegistryPlan { states.plan }

    /// The changes of access rules, and of what namespaces do without them.
    var accessChanges: [RegistryChange] {
        plan.diff.changes.filter { change in
            change.kind == .accessRule
                || change.kind == .namespace && change.fields.contains { $0.name == "access" }
        }
    }

    /// Why the review fails; empty if it passes.
    var failures: [Failure] {
        [
            (.access, accessFailure), (.lint, findings.failure(gates.lint)),
            (.tests, testFailure),
        ].compactMap { check, text in text.map { Failure(check: check, text: $0) } }
            + (replay?.failures ?? []).map { Failure(check: .replay, text: $0) }
    }

    /// Why the replay shows nothing; `nil` if it does, or if there is none.
    var shortage: String? { replay.flatMap { gates.replay.shortage(of: $0.report) } }

    /// True if the change passes.
    var isPassed: Bool { failures.isEmpty && shortage == nil }

    private var accessFailure: String? {
        switch gates.access {
        case .show: return nil
        case .fail:
            let count = accessChanges.count
            if count > 0 { return NumberText.counted(count, "change") + " of access" }
            return plan.widenings.isEmpty
                ? nil : "requests would pass that access rules refuse now"
        case .seen:
            guard let count = replay?.report.unaccepted(.otherDecision), count.recorded > 0 else {
                return nil
            }
            return "hits with another decision: \(NumberText.grouped(count.hits))"
        }
    }

    private var testFailure: String? {
        let failed = tests.count { !$0.result.isPassed }
        guard gates.tests == .fail, failed > 0 else { return nil }
        return NumberText.counted(failed, "route test") + (failed == 1 ? " fails" : " fail")
    }
}

/// The findings of lint in the later state, and which of them the earlier one did not have.
struct ReviewedFindings {
    let report: LintReport
    /// The new findings, the most serious first.
    let new: [LintOutput]
    /// The number of findings that only the earlier state has.
    let fixed: Int

    /// Lints both states of a plan, whose items have the same ids.
    init(_ plan: RegistryPlan, at time: Timestamp) {
        let options = LintOptions(limit: 0)
        let before = plan.before.lint(at: time, options: options)
        report = plan.after.lint(at: time, options: options)
        let names = SnapshotNames(plan.after)
        let old = Set(before.findings.map(\.fingerprint))
        new = report.facts(names, all: false).filter { !old.contains($0.finding.fingerprint) }
        let left = Set((report.findings + report.suppressed.map(\.finding)).map(\.fingerprint))
        fixed = before.findings.count { !left.contains($0.fingerprint) }
    }

    /// The number of findings in words.
    var summary: String {
        NumberText.counted(new.count, "new finding")
            + ", \(NumberText.grouped(Int64(fixed))) fixed, \(NumberText.grouped(Int64(report.total))) in all"
    }

    /// Returns why new findings fail; `nil` if they do not.
    func failure(_ threshold: LintThreshold) -> String? {
        guard let lowest = threshold.severity else { return nil }
        let severities = LintSeverity.allCases.filter { $0 <= lowest }
        let counts = severities.map { severity in
            (severity, new.count { $0.finding.severity == severity })
        }.filter { $0.1 > 0 }
        guard !counts.isEmpty else { return nil }
        return "new findings: "
            + counts.map { NumberText.counted($1, $0.rawValue) }.joined(separator: ", ")
    }
}

/// The accepted differences of a review's gates, by whether they still accept something.
struct ReviewedAcceptances {
    private(set) var expired: [AcceptedDifference] = []
    private(set) var used: [AcceptedDifference] = []
    private(set) var unused: [AcceptedDifference] = []
    /// The report in which the accepted differences are marked; `nil` without traffic.
    let report: ReplayReport?

    /// Marks accepted differences in a report.
    init(_ accepted: [AcceptedDifference], in report: ReplayReport?, at time: Timestamp) {
        expired = accepted.filter { $0.isExpired(at: time) }
        let current = accepted.filter { !$0.isExpired(at: time) }
        guard let report else {
            self.report = nil
            return
        }
        for entry in current {
            let isUsed = report.groups.contains { !entry.change.indices(accepting: $0).isEmpty }
            if isUsed { used.append(entry) } else { unused.append(entry) }
        }
        guard let first = used.first else {
            self.report = report
            return
        }
        self.report = report.accepting(
            used.dropFirst().reduce(first.change) { $0.adding($1.change) })
    }
}
