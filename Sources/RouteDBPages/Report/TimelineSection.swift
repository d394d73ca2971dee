package import RouteDB
package import RouteDBTraffic

/// Hits over time, by outcome: the chart with its numbers.
package struct TimelineFigure: Sendable {
    private let report: TimelineReport
    private let label: String
    private let zone: PageZone
    /// True if a page shows a stretch of the chart by itself.
    private let isZoomable: Bool
    private let revisions: [RegistryRevision]

    /// The most revisions that are marked: more would hide the hits.
    private static let mostMarks = 40

    /// Creates the figure, with marks for revisions, the newest first.
    package init(
        _ report: TimelineReport, label: String, zone: PageZone,
        revisions: [RegistryRevision] = [], isZoomable: Bool = false
    ) {
        (self.report, self.label, self.zone) = (report, label, zone)
        (self.revisions, self.isZoomable) = (revisions, isZoomable)
    }

    /// The times at which the columns begin, and the one at which the last one ends, as periods name them.
    private var starts: Markup? {
        guard isZoomable, let end = report.buckets.last?.end else { return nil }
        let times = report.buckets.map(\.start) + [end]
        return " data-starts=\"\(times.map(zone.minute).joined(separator: " "))\""
    }

    /// The revisions of the period.
    private var marks: [ColumnChart.Mark] {
        revisions.lazy.compactMap { revision in
            let bucket = report.buckets.firstIndex {
                $0.start <= revision.time && revision.time < $0.end
            }
            guard let bucket else { return nil }
            let (start, end) = (report.buckets[bucket].start, report.buckets[bucket].end)
            let part = (revision.time - start) / (end - start)
            return ColumnChart.Mark(
                place: (Double(bucket) + part) / Double(report.buckets.count),
                title: "Revision \(revision.number), by \(revision.author)"
                    + (revision.message.isEmpty ? "" : ": \(revision.message)"))
        }.prefix(Self.mostMarks).map(\.self)
    }

    /// The chart, its legend, and the numbers.
    package var markup: Markup {
        guard !report.buckets.isEmpty else { return "<p class=\"empty\">There are no hits.</p>" }
        let chart = report.chart(label, marks: marks)
        return """
            <figure\(starts)>\(legend)\(chart.markup)<figcaption>Hits each \(report.bucket.description), \
            in the time zone \(zone.name).\(isZoomable ? " Drag along the columns to see only them." : "")</figcaption></figure>\(Pieces.folded(table))
            """
    }

    private var legend: Markup {
        var items: Markup = ""
        for series in report.series {
            items += """
                <li><span class="outcome \(series.label)">\(series.label)</span> \
                \(NumberText.grouped(series.total.weight)) \
                <span class="share">\(NumberText.percent(series.total.share(of: report.frame.total)))\
                </span></li>
                """
        }
        if let previous = report.frame.previousTotal {
            items += """
                <li><span class="dashes">before</span> \(NumberText.grouped(previous.weight))</li>
                """
        }
        let marks = marks.count
        if marks > 0 { items += "<li><span class=\"mark\">revisions</span> \(marks)</li>" }
        return "<ul class=\"legend\">\(items)</ul>"
    }

    private var table: DataTable {
        let table = ReportTable(report)
        let series = table.columns.map(\.title).filter { !$0.isEmpty && $0 != "time" }
        return table.table("Hits over time", [.labels("time")] + series.map { .of($0) })
    }
}

/// How long resolving or answering took: the chart with its numbers, and the slowest routes.
package struct LatencyFigure: Sendable {
    private let report: LatencyReport
    private let slowest: LatencyReport?

    /// Creates the figure of a report by bucket, and of one by route.
    package init(_ report: LatencyReport, slowest: LatencyReport?) {
        (self.report, self.slowest) = (report, slowest)
    }

    private static func text(_ duration: Duration?) -> String {
        duration.map(DurationText.rounded) ?? ""
    }

    /// The chart, its legend and the tables.
    package var markup: Markup {
        guard let all = report.rows.first, all.histogram.count > 0 else {
            return "<p class=\"empty\">The hits have no durations.</p>"
        }
        let chart = report.chart
        var legend: Markup = ""
        for (name, share, style) in LatencyReport.drawn {
            legend += """
                <li><span class="stroke \(style)">\(name)</span> \
                \(Self.text(all.histogram.quantile(share)))</li>
                """
        }
        let figure: Markup =
            chart.times.count > 1
            ? "<figure><ul class=\"legend\">\(legend)</ul>\(chart.markup)</figure>" : ""
        return "\(figure)\(Pieces.folded(table))\(slow)"
    }

    private var slow: Markup {
        guard let slowest, slowest.rows.count > 1 else { return "" }
        let table = ReportTable(slowest, from: 1).table(
            "Durations by route",
            [.of("what", as: "route")] + Self.durations + [.of("p95 before")])
        return "<h3>The slowest routes</h3>\(table.markup)"
    }

    private var table: DataTable {
        ReportTable(report).table("Durations by time", [.labels("what")] + Self.durations)
    }

    private static let durations: [ReportTable.Column] =
        [.of("hits")] + LatencyReport.quantiles.map { .of($0.name) } + [.of("max")]
}
