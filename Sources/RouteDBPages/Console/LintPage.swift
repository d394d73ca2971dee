#if Server
import RouteDB
package import RouteDBInsight

/// The findings of lint in the registry.
package struct LintPage: PartedPage {
    /// The part that looks at every route.
    package enum Part: String, CaseIterable, Sendable { case findings }

    private let isKnown: Bool
    private let lint: @Sendable () async throws -> LintReport

    /// Creates the page.
    package init(isKnown: Bool, lint: @escaping @Sendable () async throws -> LintReport) {
        (self.isKnown, self.lint) = (isKnown, lint)
    }

    package var title: String { "Lint" }

    package var address: (path: String, query: [(String, String)]) { ("/lint", []) }

    package func isLate(_ part: Part) -> Bool { !isKnown }

    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        ConsolePage(
            title, place: "/tests",
            """
            <p class="summary">Routes and rules that probably do not do what somebody intended.</p>
            \(try await shown(.findings, in: frame))\(ConsoleLink.command(frame.commands.line(["lint"])))
            """)
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        let report = try await lint()
        guard !report.findings.isEmpty else { return "<p class=\"empty\">Nothing is wrong.</p>" }
        let rest = report.total - min(report.findings.count, LintList.limit)
        let more: Markup? = rest > 0 ? "<p class=\"aside\">and \(rest) more</p>" : nil
        return "\(LintList.markup(report.findings.prefix(LintList.limit)))\(more)"
    }
}

/// Findings of lint in a list.
enum LintList {
    /// How many findings a page has.
    static let limit = 200

    static func markup(_ findings: some Sequence<LintFinding>) -> Markup {
        var items: Markup = ""
        for finding in findings {
            let witness: Markup? = finding.witness.map {
                "<p class=\"aside\">for example \(ConsoleLink.trying($0.url))</p>"
            }
            items += """
                <li><p><span class="badge \(finding.severity == .error ? "bad" : "")">\
                \(finding.severity.rawValue)</span> \(finding.message)</p>\(witness)</li>
                """
        }
        return "<ul class=\"clusters\">\(items)</ul>"
    }
}
#endif
