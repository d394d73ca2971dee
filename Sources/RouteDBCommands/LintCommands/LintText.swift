import RouteDB
import RouteDBInsight
import RouteDBTerminal

// How the tool lists findings.
extension LintOutput {
    static let listing = Listing<LintOutput>(
        "findings",
        columns: [
            .init("severity") { $0.severity },
            .init("code") { $0.finding.code.rawValue },
            .init("namespace") { facts in
                facts.finding.namespace.map { facts.names.name(of: $0) } ?? ""
            },
            .init("routes") { facts in
                facts.finding.routes.map { "#\($0.rawValue)" }.joined(separator: " ")
            },
            .init("names") { $0.finding.names.joined(separator: " ") },
            .init("rule") { facts in facts.finding.rule.map { "\($0.rawValue)" } ?? "" },
            .init("url") { $0.finding.witness?.url ?? "" },
            .init("message") { $0.finding.message },
            .init("fix") { $0.finding.fixes.first ?? "" },
        ], object: { $0.object })

    /// Returns the finding with its evidence and how to fix it, as lines of text.
    func block(_ style: TextStyle) -> [String] {
        let head = severity == LintSeverity.error.rawValue ? style.bad(severity) : severity
        var lines = ["\(head) \(finding.code.rawValue): \(PlainText.shown(finding.message))"]
        if let witness = finding.witness {
            let place = witness.namespace.map { " in namespace \($0)" } ?? ""
            let routes = witness.routes.map(names.label).joined(separator: ", then ")
            lines.append(PlainText.shown("    proof: '\(witness.url)'\(place) goes to \(routes)"))
        }
        if let suppression {
            let reason = PlainText.shown(suppression.reason)
            return lines + ["    kept: \(reason)  (suppression \(suppression.id))"]
        }
        return lines + finding.fixes.map { "    fix: \(PlainText.shown($0))" }
    }

    /// The severity for display, which a suppressed finding does not have.
    var severity: String { suppression == nil ? finding.severity.rawValue : "suppressed" }
}

/// A lint report as text.
struct LintText {
    private let report: LintReport
    private let names: SnapshotNames
    private let showsAll: Bool
    private let style: TextStyle

    init(_ report: LintReport, _ names: SnapshotNames, showsAll: Bool, style: TextStyle) {
        self.report = report
        self.names = names
        self.showsAll = showsAll
        self.style = style
    }

    /// Writes the findings by severity, each with its evidence and how to fix it.
    func write(to output: OutputWriter) throws(StreamError) {
        for facts in report.facts(names, all: showsAll) {
            for line in facts.block(style) { try output.writeLine(line) }
        }
        for count in report.counts {
            let listed = report.findings.count { $0.code == count.code }
            guard count.found > listed else { continue }
            try output.writeLine("\(count.found - listed) more of \(count.code.rawValue)")
        }
    }

    /// Returns the number of findings in one line.
    static func summary(_ report: LintReport, of state: RegistryState) -> String {
        let suppressed = report.counts.reduce(0) { $0 + $1.suppressed }
        let hidden = suppressed == 0 ? "" : ", \(suppressed) suppressed"
        guard report.total > 0 else {
            let place =
                state.registry == nil
                ? "in \(PlainText.shown(state.name))" : "at revision \(report.revision)"
            return "no findings, \(place)\(hidden)"
        }
        let codes = report.counts.filter { $0.found > 0 }.map { "\($0.found) \($0.code.rawValue)" }
        return "\(NumberText.counted(report.total, "finding"))\(hidden): "
            + codes.joined(separator: ", ")
    }
}
