import RouteDB

/// One bucket of a timeline, with the hits of all series.
struct TimelineRow: Sendable {
    let report: TimelineReport
    let index: Int

    private var bucket: TimelineReport.Bucket { report.buckets[index] }
    private var total: HitCount { report.series.map { $0.counts[index] }.sum }

    /// The hits of the previous period; `nil` unless compared.
    private var previous: HitCount? {
        guard report.frame.previousSelection != nil else { return nil }
        return report.series.compactMap { series in
            series.previous.flatMap { index < $0.count ? $0[index] : nil }
        }.sum
    }

    static func listing(_ report: TimelineReport, _ run: StatsRun) -> Listing<TimelineRow> {
        let isTable = run.isTable
        @Sendable func text(_ count: HitCount) -> String {
            isTable ? NumberText.grouped(count.weight) : "\(count.weight)"
        }
        var columns: [Listing<TimelineRow>.Column] = [
            .init("time") { $0.bucket.label }
        ]
        for (number, series) in report.series.enumerated() {
            columns.append(
                .init(series.label) { text($0.report.series[number].counts[$0.index]) })
        }
        if report.frame.previousSelection != nil {
            columns.append(.init("before") { $0.previous.map(text) ?? "" })
        }
        let highest = report.buckets.indices.map {
            TimelineRow(report: report, index: $0).total.weight
        }.max()
        if isTable, let highest, highest > 0 {
            let chart = run.chart
            columns.append(
                .init("") { chart.bar(Double($0.total.weight) / Double(highest), width: 24) })
        }
        return Listing("buckets", columns: columns) { $0.object }
    }

    private var object: JSONObject {
        var counts: [JSONValue] = []
        for series in report.series { counts.append(StatsText.object(series.counts[index])) }
        return [
            "start": .string("\(bucket.start)"), "end": .string("\(bucket.end)"),
            "label": .string(bucket.label), "counts": .array(counts),
            "previous": StatsText.previous(total, since: previous),
        ]
    }
}
