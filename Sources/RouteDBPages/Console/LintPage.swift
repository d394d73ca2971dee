#if Server
package import RouteDB
package import RouteDBInsight

/// The findings of lint in the registry, by code and namespace.
package struct LintPage: PartedPage {
    /// The part that looks at every route.
    package enum Part: String, CaseIterable, Sendable { case findings }

    /// The number of findings with one code that a page has.
    private static let limit = 50

    private let namespace: RouteNamespace?
    private let names: SnapshotNames
    private let spaces: [RouteNamespace]
    private let isKnown: Bool
    private let lint: @Sendable () async throws -> LintReport

    /// Creates the page of a namespace, or of all.
    package init(
        of snapshot: RegistrySnapshot, in namespace: RouteNamespace? = nil, isKnown: Bool,
        lint: @escaping @Sendable () async throws -> LintReport
    ) {
        (self.namespace, spaces, names) = (namespace, snapshot.namespaces, SnapshotNames(snapshot))
        (self.isKnown, self.lint) = (isKnown, lint)
    }

    package var title: String { "Lint" }

    package var address: (path: String, query: [(String, String)]) {
        ("/lint", namespace.map { [("namespace", $0.name)] } ?? [])
    }

    package func isLate(_ part: Part) -> Bool { !isKnown }

    package func page(in frame: ConsoleFrame) async throws -> ConsolePage {
        let command = ["lint"] + (namespace.map { ["--namespace", $0.name] } ?? [])
        return ConsolePage(
            title, place: "/tests",
            """
            <p class="summary">Routes and rules that probably do not do what somebody intended.</p>
            \(try await shown(.findings, in: frame))\(ConsoleLink.command(frame.commands.line(command)))
            """)
    }

    package func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup {
        let report = try await lint()
        let wanted = report.findings.filter { namespace == nil || $0.namespace == namespace?.id }
        guard !wanted.isEmpty else {
            return "\(choices(report))<p class=\"empty\">Nothing is wrong.</p>"
        }
        // Findings stand by severity, and so do their codes.
        let codes = wanted.reduce(into: [LintCode]()) {
            if !$0.contains($1.code) { $0.append($1.code) }
        }
        let sections = codes.compactMap { code in report.counts.first { $0.code == code } }
            .compactMap { count in
                section(count, wanted.filter { $0.code == count.code }, in: frame)
            }
        let bounded: Markup? =
            report.isBounded
            ? "<p class=\"aside\">Too many routes overlap: there may be more.</p>" : nil
        return "\(choices(report))\(sections.joined())\(bounded)"
    }

    /// The namespaces that have findings.
    private func choices(_ report: LintReport) -> Markup? {
        let found = Set(report.findings.compactMap(\.namespace))
        let links = spaces.filter { found.contains($0.id) || $0.id == namespace?.id }
            .map { ($0.name, ConsoleLink.path("/lint", [("namespace", $0.name)])) }
        guard links.count > 1 || namespace != nil else { return nil }
        return ConsoleLink.choices(
            "Namespace", [("all", "/lint")] + links, chosen: namespace?.name ?? "all")
    }

    /// The findings with one code, which come with the links to what they are about.
    private func section(
        _ count: LintReport.Count, _ findings: [LintFinding], in frame: ConsoleFrame
    ) -> Markup? {
        guard !findings.isEmpty else { return nil }
        let all = namespace == nil ? count.found : findings.count
        let shown = findings.prefix(Self.limit)
        let rest = all - shown.count
        let more: Markup? =
            rest > 0 ? "<p class=\"aside\">and \(NumberText.grouped(Int64(rest))) more</p>" : nil
        return """
            <section><h2>\(NumberText.grouped(Int64(all))) <code>\(count.code.rawValue)</code></h2>\
            <p class="aside">\(count.code.summary)</p>\
            \(LintList(names: names).markup(shown))\(more)</section>
            """
    }
}

/// Findings of lint in a list, with links to the routes that they are about.
struct LintList {
    /// The names of the routes, where they are to be linked.
    let names: SnapshotNames?

    func markup(_ findings: some Sequence<LintFinding>) -> Markup {
        let items = findings.map { finding in
            """
            <li><p><span class="badge \(finding.severity == .error ? "bad" : "")">\
            \(finding.severity.rawValue)</span> \(finding.message)</p>\
            <p class="aside">\(links(finding).joined(separator: ", "))</p></li>
            """ as Markup
        }
        return "<ul class=\"clusters\">\(items.joined())</ul>"
    }

    /// The routes, the rule and the URL that a finding is about.
    private func links(_ finding: LintFinding) -> [Markup] {
        var links = finding.routes.compactMap { id -> Markup? in
            guard let names, let route = names.routes[id] else { return nil }
            return ConsoleLink.route(route.label(in: names.name(of: route.namespace)), id.rawValue)
        }
        if let rule = finding.rule {
            links.append("<a href=\"/access\">rule #\(rule.rawValue)</a>")
        }
        if let witness = finding.witness {
            links.append("for example \(ConsoleLink.trying(witness.url))")
        }
        return links
    }
}
#endif
