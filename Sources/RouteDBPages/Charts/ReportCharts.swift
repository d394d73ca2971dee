import RouteDB
import RouteDBTraffic

extension TimelineReport {
    /// Returns the columns of the hits over time.
    func chart(_ label: String, marks: [ColumnChart.Mark] = []) -> ColumnChart {
        let earlier = buckets.indices.compactMap { previous($0).map { Double($0.weight) } }
        return ColumnChart(
            label, times: buckets.map(\.label), layers: series.enumerated().map(Self.layer),
            previous: earlier, marks: marks)
    }

    private static func layer(_ number: Int, _ series: Series) -> ColumnChart.Layer {
        ColumnChart.Layer(
            series.label, style: series.route == nil ? nil : style(number),
            series.counts.map { Double($0.weight) })
    }

    /// The class for the series of a route: one of four colours, of which there are three shades.
    private static func style(_ number: Int) -> String {
        let colors = ["matched", "unmatched", "denied", "challenged"]
        let shades = ["", " pale", " faint"]
        return colors[number % colors.count] + shades[number / colors.count % shades.count]
    }
}

extension LatencyReport {
    /// The quantiles that are drawn, with their names, shares and classes.
    static let drawn = [
        ("p50", 0.5, "matched"), ("p95", 0.95, "unmatched"), ("p99", 0.99, "denied"),
    ]

    /// The lines of the durations over time.
    var chart: LineChart {
        let buckets = rows.filter { $0.start != nil }
        return LineChart(
            "Durations over time: the median, the 95th and the 99th percentile",
            times: buckets.map(\.label),
            lines: Self.drawn.map { name, share, style in
                LineChart.Line(
                    name, style: style,
                    buckets.map { row in
                        row.histogram.quantile(share).map { Double($0.wholeMicroseconds) }
                    })
            }, unit: { DurationText.rounded(.microseconds(Int64(min($0, 1e15)))) })
    }
}
