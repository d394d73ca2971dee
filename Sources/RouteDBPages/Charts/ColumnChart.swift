/// Stacked columns over time, with the total of an earlier period as a line of dashes.
///
/// The chart is as wide as its page: places along it are percentages, so texts and strokes keep
/// their size.
package struct ColumnChart: Sendable {
    /// A layer of the columns: the word that names it, its class, and its values.
    package struct Layer: Sendable {
        let name: String
        let style: String
        let values: [Double]

        /// Creates a layer, whose class is its name if none is given.
        package init(_ name: String, style: String? = nil, _ values: [Double]) {
            (self.name, self.style, self.values) = (name, style ?? name, values)
        }
    }

    /// A moment on the axis of time, with what happened then.
    package struct Mark: Sendable {
        /// The place along the chart, from 0 to 1.
        let place: Double
        let title: String
    }

    static let height = 180.0

    /// The description of the chart, for those who cannot see it.
    let label: String
    /// The time of each column, in full.
    let times: [String]
    let layers: [Layer]
    /// The totals of the earlier period.
    var previous: [Double] = []
    let marks: [Mark]

    package init(
        _ label: String, times: [String], layers: [Layer], previous: [Double] = [],
        marks: [Mark] = []
    ) {
        (self.label, self.times, self.layers) = (label, times, layers)
        (self.previous, self.marks) = (previous, marks)
    }

    private func total(_ index: Int) -> Double { layers.reduce(0) { $0 + $1.values[index] } }

    /// The chart as a page has it.
    package var markup: Markup { plot.markup }

    /// The chart in its frame.
    var plot: Plot {
        let totals = times.indices.map(total)
        let scale = ChartScale(for: max(totals.max() ?? 0, previous.max() ?? 0))
        var columns: Markup = ""
        for index in times.indices { columns += column(index, scale) }
        return Plot(
            label: label, scale: scale, height: Self.height,
            content:
                "\(columns)\(earlier(scale))\(marks.map(line).joined())\(TimeAxis(labels: times).markup(y: Self.height + 18))"
        )
    }

    private func column(_ index: Int, _ scale: ChartScale) -> Markup {
        let width = 100 / Double(times.count)
        let gap = min(0.35, width * 0.12)
        let (x, w) = (
            ChartScale.number(Double(index) * width + gap / 2), ChartScale.number(width - gap)
        )
        var title =
            "\(TimeAxis.long(times[index])): \(ChartScale.short(total(index))) hit\(total(index) == 1 ? "" : "s")"
        var parts: Markup = ""
        var base = 0.0
        for layer in layers where layer.values[index] > 0 {
            let value = layer.values[index]
            title += ", \(layer.name) \(ChartScale.short(value))"
            // What is there is seen, however little.
            let size = max(1.5, value / scale.top * Self.height)
            parts += """
                <rect class="\(layer.style)" x="\(x)%" width="\(w)%" \
                y="\(ChartScale.number(Self.height - base - size))" height="\(ChartScale.number(size))"/>
                """
            base += size
        }
        return """
            <g><title>\(title)</title><rect class="hover" x="\(x)%" width="\(w)%" y="0" \
            height="\(Int(Self.height))"/>\(parts)</g>
            """
    }

    private func line(_ mark: Mark) -> Markup {
        let x = ChartScale.number(mark.place * 100)
        return """
            <g class="mark"><title>\(mark.title)</title><line x1="\(x)%" x2="\(x)%" y1="0" \
            y2="\(Int(Self.height))"/><circle cx="\(x)%" cy="3" r="3"/></g>
            """
    }

    private func earlier(_ scale: ChartScale) -> Markup {
        guard !previous.isEmpty, previous.contains(where: { $0 > 0 }) else { return "" }
        return LineChart.stroke(
            previous.prefix(times.count).map(Optional.init), of: times.count, "previous", scale,
            height: Self.height)
    }
}
