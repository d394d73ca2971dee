/// Stacked columns over time, with the total of an earlier period as a line of dashes.
///
/// The chart is as wide as its page: places along it are percentages, so texts and strokes keep
/// their size.
package struct ColumnChart: Sendable {
    /// A layer of the columns: the word that names it, which is also its class.
    package struct Layer: Sendable {
        let name: String
        let values: [Double]

        package init(_ name: String, _ values: [Double]) {
            (self.name, self.values) = (name, values)
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

    /// The chart.
    package var markup: Markup {
        let totals = times.indices.map(total)
        let scale = ChartScale(for: max(totals.max() ?? 0, previous.max() ?? 0))
        var columns: Markup = ""
        for index in times.indices { columns += column(index, scale) }
        return Plot(label: label, scale: scale, height: Self.height).markup(
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
                <rect class="\(layer.name)" x="\(x)%" width="\(w)%" \
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

/// The frame of a chart: its scale at the left, and lines at the round numbers.
struct Plot {
    let label: String
    let scale: ChartScale
    let height: Double
    var unit: (Double) -> String = ChartScale.short

    /// Returns the chart with what is drawn in it.
    func markup(_ content: Markup) -> Markup {
        var (ticks, lines): (Markup, Markup) = ("", "")
        for tick in scale.ticks {
            let y = scale.y(tick, height: height)
            ticks += """
                <text class="tick" x="100%" y="\(y)" dx="-8" dy="4" text-anchor="end">\(unit(tick))\
                </text>
                """
            lines += "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
        }
        // The label at the top is as high as half a line.
        let size = Int(height) + 34
        return """
            <div class="plot"><svg class="axis" width="52" height="\(size)" aria-hidden="true">\
            <g transform="translate(0 8)">\(ticks)</g></svg>\
            <svg class="chart" width="100%" height="\(size)" role="img" aria-label="\(label)">\
            <g transform="translate(0 8)">\(lines)\(content)</g></svg></div>
            """
    }
}
