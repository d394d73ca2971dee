#if Server
package import RouteDB
package import RouteDBInsight

/// The state of the registry and its history: what is well, and what somebody should look at.
package struct HealthTable: Sendable {
    private let registry: RouteRegistry.Health
    let history: HistoryInfo
    private let isLintKnown: Bool
    private let lint: @Sendable () async throws -> LintReport

    /// Creates the table.
    package init(
        _ registry: RouteRegistry.Health, _ history: HistoryInfo, isLintKnown: Bool,
        lint: @escaping @Sendable () async throws -> LintReport
    ) {
        (self.registry, self.history) = (registry, history)
        (self.isLintKnown, self.lint) = (isLintKnown, lint)
    }

    /// True if the table comes after the page.
    var isLate: Bool { !isLintKnown }

    /// The table.
    func table(in frame: ConsoleFrame) async throws -> DataTable {
        var table = DataTable(
            "Health", [.init("what"), .init("state"), .init("details")])
        func add(_ what: Markup, _ problem: String?, _ details: Markup) {
            let state: Markup =
                problem.map { "<span class=\"badge bad\">\($0)</span>" }
                ?? "<span class=\"badge good\">good</span>"
            table.add([.init(what), .init(state), .init(details)])
        }
        add(
            "Registry", registry.refreshError.map { $0.code.description },
            registry.refreshError.map { "\($0.message)" } ?? "at revision \(registry.revision)")
        if !registry.missingZones.isEmpty {
            add(
                "Time zones", "missing",
                "access rules use \(registry.missingZones.joined(separator: ", "))")
        }
        let report = try await lint()
        let counts = LintSeverity.allCases.map { severity in
            let found = report.counts.reduce(0) { $0 + $1.severities[severity, default: 0] }
            let text = NumberText.counted(found, severity.rawValue)
            return (severity: severity, text: text, found: found)
        }.filter { $0.found > 0 }
        let all = counts.map(\.text).joined(separator: ", ")
        add(
            "<a href=\"/lint\">Lint</a>", counts.first { $0.severity == .error }?.text,
            "\(all.isEmpty ? "no findings" : all)")
        let last = history.lastTime.map {
            ", the last at \(frame.text($0)) \(frame.zone.name)"
        }
        add(
            "<a href=\"/history\">History</a>",
            history.lostHits > 0 ? "\(NumberText.grouped(history.lostHits)) lost" : nil,
            "\(NumberText.hits(history.hits))\(last ?? "")")
        return table
    }
}
#endif
