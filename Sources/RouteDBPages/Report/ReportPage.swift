import RouteDB
import RouteDBTraffic

/// The report as one file: no script, and nothing from anywhere else.
package struct ReportPage {
    /// The most rows of a list: the page is for reading, and the command below a list has all of it.
    private static let rows = 15

    let report: TrafficReport
    let command: String

    /// Creates the page.
    package init(_ report: TrafficReport, command: String) {
        (self.report, self.command) = (report, command)
    }

    var hint: Markup {
        """
        <p class="aside">Add <code>--compare previous</code> to see what changed since the period \
        before.</p>
        """
    }

    private var total: HitCount { report.total }

    var summary: Markup {
        guard total.weight > 0 else { return "There are no hits in this period." }
        return """
            \(NumberText.grouped(report.notFound.weight)) of \(NumberText.hits(total.weight)) found \
            nothing\(noise).
            """
    }

    /// The part of what found nothing that no route is missing for.
    private var noise: String {
        let weight = report.unmatched.noise.weight
        return weight > 0 ? ", \(NumberText.grouped(weight)) of them noise" : ""
    }

    /// The scope of the report, as names and values.
    var facts: [(name: String, value: String)] {
        let frame = report.timeline.frame
        var facts: [(name: String, value: String)] = []
        if let since = frame.selection.since ?? report.timeline.buckets.first?.start,
            let until = frame.selection.until ?? report.timeline.buckets.last?.end
        {
            facts.append(("Period", "\(report.text(since)) to \(report.text(until))"))
        }
        if let previous = frame.previousSelection, let since = previous.since,
            let until = previous.until
        {
            facts.append(("Compared with", "\(report.text(since)) to \(report.text(until))"))
        }
        facts.append(("Time zone", report.request.zone.name))
        facts.append(("Revision", "\(frame.revision)"))
        if let namespace = report.request.commands.namespace {
            facts.append(("Namespace", namespace))
        }
        if total.weight != total.hits {
            facts.append(("Recorded", "a sample of \(NumberText.hits(total.hits))"))
        }
        if frame.pruned.weight > 0 {
            let pruned = NumberText.hits(frame.pruned.weight)
            facts.append(("Pruned", "\(pruned), of which only totals are known"))
        }
        return facts
    }

    var tiles: [Markup] {
        let dead = report.dead.rows.count
        return [
            tile(
                "hits", NumberText.grouped(total.weight), total, report.timeline.frame.previousTotal
            ),
            tile(
                "matched", share(report.count(.matched)), report.count(.matched),
                report.previous(.matched)),
            tile("found nothing", share(report.notFound), report.notFound, report.previousNotFound),
            tile(
                "refused", share(report.denied.refused), report.denied.refused,
                report.previous(.denied).map {
                    [$0, report.previous(.challenged) ?? HitCount()].sum
                }),
            """
            <li><span class="figure">\(dead)</span> <span class="of">of \
            \(report.dead.routeCount)</span><span class="what">routes without hits</span></li>
            """,
        ]
    }

    private func share(_ count: HitCount) -> String { NumberText.percent(count.share(of: total)) }

    /// A figure with that of the previous period: a change of hits, or the share before.
    private func tile(
        _ what: String, _ figure: String, _ count: HitCount, _ previous: HitCount?
    ) -> Markup {
        let total = report.timeline.frame.previousTotal ?? HitCount()
        let since: Markup? = previous.flatMap { previous in
            if what != "hits" {
                return
                    "<span class=\"since\">before \(NumberText.percent(previous.share(of: total)))</span>"
            }
            return count.change(since: previous).map {
                "<span class=\"since\">\(Pieces.relative($0)) since before</span>"
            }
        }
        return """
            <li><span class="figure">\(figure)</span><span class="what">\(what)</span>\(since)</li>
            """
    }

    func list(_ findings: [ReportFinding], _ empty: String) -> Markup {
        guard !findings.isEmpty else { return "<p class=\"empty\">\(empty)</p>" }
        var items: Markup = ""
        for finding in findings {
            let command: Markup? = finding.command.map { "<pre class=\"command\">\($0)</pre>" }
            items +=
                "<li class=\"\(finding.tone.rawValue)\"><p>\(finding.text)</p>\(command)</li>\n"
        }
        return "<ul class=\"findings\">\(items)</ul>"
    }
}

// MARK: - The parts

extension ReportPage {
    var sections: [PageSection] {
        var sections = [timeline, routes, targets, unmatched, dead]
        if report.denied.refused.hits > 0 { sections.append(denied) }
        sections += [divisions, visitors, latency, parameters].compactMap(\.self)
        sections.append(changes)
        return sections
    }

    private func line(_ words: String..., comparing: Bool = true) -> String {
        report.request.commands.line(words, of: report.request.query, comparing: comparing)
    }

    private var timeline: PageSection {
        PageSection(
            "timeline", "Hits over time", title: summary, command: line("stats", "timeline"),
            TimelineFigure(
                report.timeline,
                label: "Hits over time by outcome: \(NumberText.hits(total.weight))",
                zone: report.request.zone,
                revisions: report.revisions.map(\.revision)
            ).markup)
    }

    private var routes: PageSection {
        let first = report.routes.rows.first
        let title: Markup =
            first.map { "<code>\($0.label)</code> has \(NumberText.percent($0.share)) of all hits" }
            ?? "No route was hit"
        return PageSection(
            "routes", "Top routes", title: title, command: line("stats", "top"),
            TrafficTables.top(report.routes, "Routes with the most hits").markup)
    }

    private var targets: PageSection {
        PageSection(
            "targets", "Top targets",
            title: report.targets.rows.first.map { "Most hits lead to <code>\($0.label)</code>" }
                ?? "No target was hit",
            command: line("stats", "top", "--by", "targets"),
            TrafficTables.top(report.targets, "Targets with the most hits").markup)
    }

    private var unmatched: PageSection {
        let table = TrafficTables.unmatched(
            report.unmatched, command: report.request.commands.completed, time: report.text)
        let others = report.unmatched.others.weight
        let more: Markup? =
            others > 0
            ? "<p class=\"aside\">and \(NumberText.hits(others)) in further groups</p>" : nil
        return PageSection(
            "unmatched", "Not found",
            title: """
                \(NumberText.hits(report.unmatched.frame.total.weight)) matched no route\(noise)
                """,
            command: line("stats", "unmatched"), "\(table.markup)\(more)")
    }

    private var dead: PageSection {
        PageSection(
            "dead", "Routes without hits",
            title:
                "\(report.dead.rows.count) of \(NumberText.counted(report.dead.routeCount, "route")) had no hits",
            command: line("stats", "dead"),
            """
            \(TrafficTables.dead(report.dead.first(Self.rows), time: report.text).markup)\
            \(Self.more(than: Self.rows, of: report.dead.rows.count, "route"))
            """)
    }

    private var denied: PageSection {
        PageSection(
            "denied", "Refused access",
            title: "\(NumberText.hits(report.denied.refused.weight)) were denied or challenged",
            command: line("stats", "denied"),
            TrafficTables.denied(report.denied, time: report.text).markup)
    }

    private var divisions: PageSection? {
        guard let first = report.divisions.parts.first else { return nil }
        return PageSection(
            "divisions", "Namespaces, groups, labels and hosts",
            title: "Whose routes the hits are, and where they were asked for",
            command: line("stats", "top", "--by", first.report.subject.rawValue),
            TrafficTables.properties(report.divisions))
    }

    private var visitors: PageSection? {
        guard let first = report.visitors.parts.first else { return nil }
        let most = first.report.rows[0]
        return PageSection(
            "visitors", "Visitors",
            title: "<code>\(most.label)</code> sent \(NumberText.percent(most.share)) of all hits",
            command: line("stats", "top", "--by", first.report.subject.rawValue),
            TrafficTables.properties(report.visitors))
    }

    private var latency: PageSection? {
        guard let all = report.latency.rows.first, all.histogram.count > 0 else { return nil }
        let (half, most) = (all.histogram.quantile(0.5), all.histogram.quantile(0.95))
        return PageSection(
            "latency", "Durations",
            title: """
                Half took at most \(DurationText.rounded(half ?? .zero)), 95% at most \
                \(DurationText.rounded(most ?? .zero))
                """,
            command: line("stats", "latency", "--bucket", "\(report.timeline.bucket)"),
            LatencyFigure(report.latency, slowest: report.slowest).markup)
    }

    private var parameters: PageSection? {
        guard !report.parameters.isEmpty else { return nil }
        var body: Markup = ""
        for parameters in report.parameters {
            body += """
                <h3>\(Pieces.route(parameters.label, parameters.route.rawValue))</h3>\
                \(TrafficTables.parameters(parameters))
                """
        }
        return PageSection(
            "parameters", "Parameters", title: "What the most frequent routes are asked for",
            command: line("stats", "params", "#\(report.parameters[0].route.rawValue)"), body)
    }

    private var changes: PageSection {
        let count = report.revisions.count
        let diff: Markup? = report.changes.map { diff in
            "<h3>What changed together</h3>\(RevisionTables.diff(diff, limit: Self.rows))"
        }
        return PageSection(
            "changes", "Changes to the registry",
            title: count == 0
                ? "The registry did not change" : "\(NumberText.counted(count, "revision"))",
            command: report.changes.map {
                report.request.commands.line(["diff", "\($0.old)", "\($0.new)"])
            },
            """
            \(RevisionTables.log(Array(report.revisions.prefix(Self.rows)), time: report.text).markup)\
            \(Self.more(than: Self.rows, of: count, "revision"))\(diff)
            """)
    }

    /// How many items a list leaves out, which the command below it has.
    private static func more(than limit: Int, of count: Int, _ noun: String) -> Markup? {
        guard count > limit else { return nil }
        return "<p class=\"aside\">and \(NumberText.counted(count - limit, "more \(noun)"))</p>"
    }
}
