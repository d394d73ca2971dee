import RouteDB
import RouteDBInsight
import RouteDBTraffic

/// A sentence at the top of a report, with the command that says more or fixes it.
struct ReportFinding: Sendable {
    /// The kind of news: good, bad or neither.
    enum Tone: String, Sendable {
        case good, bad, plain
    }

    let tone: Tone
    let text: Markup
    var command: String?
}

/// The findings that somebody should know first: what changed, and what to fix.
struct ReportFindings {
    let report: TrafficReport

    private var query: AnalysisQuery { report.request.query }
    private var commands: ReportCommandLine { report.request.commands }

    // MARK: What changed

    /// The differences from the previous period, the widest first; then those of the registry.
    func changes() -> [ReportFinding] {
        var findings = [totalChange(), shareChange()].compactMap(\.self)
        findings += routeChanges() + silentRoutes() + newClusters()
        if let finding = latencyChange() { findings.append(finding) }
        if let finding = registryChange() { findings.append(finding) }
        return findings
    }

    private func totalChange() -> ReportFinding? {
        guard let before = report.timeline.frame.previousTotal else { return nil }
        let total = report.total
        guard let change = total.change(since: before) else {
            return ReportFinding(
                tone: .plain,
                text: "\(NumberText.hits(total.weight)), and none in the period before.")
        }
        let word = change < 0 ? "fewer" : "more"
        let text: Markup =
            abs(change) < 0.005
            ? "As many hits as before: \(NumberText.grouped(total.weight))."
            : """
            <strong>\(NumberText.percent(abs(change))) \(word) hits</strong>: \
            \(NumberText.grouped(total.weight)), before \(NumberText.grouped(before.weight)).
            """
        return ReportFinding(
            tone: .plain, text: text, command: commands.line(["stats", "timeline"], of: query))
    }

    private func shareChange() -> ReportFinding? {
        guard let total = report.timeline.frame.previousTotal, total.weight > 0,
            let before = report.previousNotFound
        else { return nil }
        let (now, then) = (report.notFound.share(of: report.total), before.share(of: total))
        let isSame = NumberText.percent(now) == NumberText.percent(then)
        return ReportFinding(
            tone: isSame ? .plain : now > then ? .bad : .good,
            text: isSame
                ? "<strong>\(NumberText.percent(now)) found nothing</strong>, as before."
                : """
                <strong>\(NumberText.percent(now)) found nothing</strong>, before \
                \(NumberText.percent(then)).
                """, command: commands.line(["stats", "unmatched"], of: query))
    }

    /// Routes whose hits changed by a tenth at least, and by a hundredth of all hits.
    private func routeChanges() -> [ReportFinding] {
        let least = max(10, report.total.weight / 100)
        let moved = report.routes.rows.compactMap { row -> (row: TopReport.Row, by: Int64)? in
            guard let previous = row.previous else { return nil }
            let difference = row.count.weight.subtractingReportingOverflow(previous.weight)
            guard !difference.overflow, difference.partialValue.magnitude >= UInt64(least),
                abs(row.count.change(since: previous) ?? 1) >= 0.1
            else { return nil }
            return (row, difference.partialValue)
        }
        return moved.sorted { $0.by.magnitude > $1.by.magnitude }.prefix(3).map { row, difference in
            let verb = difference < 0 ? "lost" : "gained"
            let change = row.previous.flatMap { row.count.change(since: $0) }
            let share = change.map { " (\(Pieces.relative($0)))" } ?? ""
            return ReportFinding(
                tone: .plain,
                text: """
                    <code>\(row.label)</code> \(verb) \
                    \(NumberText.hits(Int64(clamping: difference.magnitude)))\(share).\
                    \(cause(of: row.route))
                    """,
                command: row.route.map {
                    commands.line(["stats", "timeline", "--route", "#\($0.rawValue)"], of: query)
                })
        }
    }

    /// The edit of a route in the period, which may be why its hits changed.
    private func cause(of route: RouteID?) -> Markup? {
        guard let route, let edit = report.causes[route] else { return nil }
        let time = report.text(edit.revision.time)
        return """
             It was changed by revision \(edit.revision.number), \(edit.revision.author), \(time): \
            <em>\(edit.why)</em>.
            """
    }

    /// Routes with hits before, and none now.
    private func silentRoutes() -> [ReportFinding] {
        let silent = report.dead.rows.filter { ($0.previous?.weight ?? 0) > 0 }
            .sorted { ($0.previous?.weight ?? 0) > ($1.previous?.weight ?? 0) }
        guard let first = silent.first else { return [] }
        let others = silent.count > 1 ? " and \(silent.count - 1) more" : ""
        return [
            ReportFinding(
                tone: .bad,
                text: """
                    <strong>No hits any more</strong> for <code>\(first.label)</code>\(others): \
                    \(NumberText.hits(silent.reduce(0) { $0 &+ ($1.previous?.weight ?? 0) })) before.\
                    \(cause(of: first.route.id))
                    """, command: commands.line(["stats", "dead"], of: query))
        ]
    }

    /// URLs that nobody asked for before, or few.
    private func newClusters() -> [ReportFinding] {
        let least = max(10, report.notFound.weight / 50)
        return report.unmatched.clusters.filter { cluster in
            guard let previous = cluster.previous, cluster.cause != .noise else { return false }
            return cluster.count.weight >= least && previous.weight <= cluster.count.weight / 10
        }
        .prefix(2).map { cluster in
            let before = cluster.previous?.weight ?? 0
            return ReportFinding(
                tone: .bad,
                text: """
                    <strong>New and not found</strong>: <code>\(cluster.template)</code>, \
                    \(NumberText.hits(cluster.count.weight)), before \(NumberText.grouped(before)).
                    """,
                command: commands.completed(
                    "routedb explain \(ShellQuoting.quoted(cluster.example))"))
        }
    }

    private func latencyChange() -> ReportFinding? {
        guard let all = report.latency.rows.first, let now = all.histogram.quantile(0.95),
            let before = all.previous?.quantile(0.95), before > .zero
        else { return nil }
        let change = (now - before) / before
        guard abs(change) >= 0.2 else { return nil }
        return ReportFinding(
            tone: change > 0 ? .bad : .good,
            text: """
                The 95th percentile of durations \(change > 0 ? "rose" : "fell") to \
                \(DurationText.rounded(now)), before \(DurationText.rounded(before)).
                """, command: commands.line(["stats", "latency"], of: query))
    }

    private func registryChange() -> ReportFinding? {
        guard let diff = report.changes else { return nil }
        let (made, items) = (report.revisions.count, diff.changes.count)
        return ReportFinding(
            tone: .plain,
            text: """
                The registry changed: \(NumberText.counted(made, "revision")), \
                \(NumberText.counted(items, "item")).
                """, command: commands.line(["diff", "\(diff.old)", "\(diff.new)"]))
    }

    // MARK: What to fix

    /// Returns the fixes for the hits that went wrong, and for what the registry has wrong.
    func fixes() -> [ReportFinding] {
        clusterFixes() + shadowFixes() + lintFixes() + denialFixes() + deadFixes()
    }

    private func clusterFixes() -> [ReportFinding] {
        let causes: Set<UnmatchedReport.Cause> = [.noise, .matchedNow, .malformed]
        let wrong = report.unmatched.clusters.filter {
            !causes.contains($0.cause) && $0.count.weight > 0
        }
        return wrong.prefix(5).map { cluster in
            let near = cluster.nearestLabel
            let what: Markup =
                switch cluster.cause {
                case .disabled: "<code>\(near ?? "A route")</code> is disabled and would match."
                case .typeFailed: "<code>\(near ?? "a route")</code> refuses a value of it."
                case .queryFailed: "<code>\(near ?? "a route")</code> wants another query."
                default:
                    cluster.suggestion == nil
                        ? "No route is near." : "This route would answer them:"
                }
            return ReportFinding(
                tone: .bad,
                text: """
                    <strong>\(NumberText.hits(cluster.count.weight))</strong> on \
                    <code>\(cluster.template)</code> found nothing. \(what)
                    """,
                command: commands.completed(
                    cluster.suggestion ?? "routedb explain \(ShellQuoting.quoted(cluster.example))")
            )
        }
    }

    private func shadowFixes() -> [ReportFinding] {
        report.dead.rows.filter { $0.cause == .shadowed }.prefix(3).map { row in
            ReportFinding(
                tone: .bad,
                text: """
                    <code>\(row.label)</code> can never match: other routes match all of its URLs first.
                    """,
                command: commands.line(["show", "#\(row.route.id.rawValue)"]))
        }
    }

    private func lintFixes() -> [ReportFinding] {
        let errors = report.lint.counts.filter { $0.highestSeverity == .error }
            .reduce(0) { $0 + $1.found }
        guard errors > 0 else { return [] }
        return [
            ReportFinding(
                tone: .bad,
                text: """
                    <strong>\(NumberText.counted(errors, "error"))</strong> in the registry, as lint \
                    finds.
                    """, command: commands.line(["lint"]))
        ]
    }

    private func denialFixes() -> [ReportFinding] {
        guard report.denied.refused.weight > 0 else { return [] }
        return [
            ReportFinding(
                tone: .plain,
                text: """
                    <strong>\(NumberText.hits(report.denied.refused.weight))</strong> \
                    \(report.denied.refused.weight == 1 ? "was" : "were") denied or challenged by \
                    access rules.
                    """, command: commands.line(["stats", "denied"], of: query))
        ]
    }

    private func deadFixes() -> [ReportFinding] {
        let dead = report.dead.rows.filter { $0.cause == .unhit }
        guard !dead.isEmpty else { return [] }
        return [
            ReportFinding(
                tone: .plain,
                text: """
                    <strong>\(dead.count) of \(report.dead.routeCount) routes</strong> had no hits.
                    """, command: commands.line(["stats", "dead"], of: query))
        ]
    }
}
