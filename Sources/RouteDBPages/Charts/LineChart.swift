/// Lines over time, one for each series; a bucket without a value leaves a gap.
package struct LineChart: Sendable {
    /// A line: the word that names it, its class, and its values.
    package struct Line: Sendable {
        let name: String
        let style: String
        let values: [Double?]

        package init(_ name: String, style: String, _ values: [Double?]) {
            (self.name, self.style, self.values) = (name, style, values)
        }
    }

    private static let height = 160.0

    let label: String
    let times: [String]
    let lines: [Line]
    /// How a value is written.
    let unit: @Sendable (Double) -> String

    package init(
        _ label: String, times: [String], lines: [Line],
        unit: @escaping @Sendable (Double) -> String
    ) {
        (self.label, self.times, self.lines, self.unit) = (label, times, lines, unit)
    }

    /// The chart as a page has it.
    package var markup: Markup { plot.markup }

    /// The chart in its frame.
    var plot: Plot {
        let scale = ChartScale(
            for: lines.flatMap { $0.values.compactMap(\.self) }.max() ?? 0, wholeOnly: false)
        var content: Markup = ""
        for line in lines {
            content += Self.stroke(
                line.values, of: times.count, line.style, scale, height: Self.height)
        }
        for index in times.indices { content += hover(index) }
        return Plot(
            label: label, scale: scale, height: Self.height, unit: unit,
            content: "\(content)\(TimeAxis(labels: times).markup(y: Self.height + 18))")
    }

    private func hover(_ index: Int) -> Markup {
        let width = 100 / Double(times.count)
        let texts = lines.compactMap { line in
            line.values[index].map { "\(line.name) \(unit($0))" }
        }
        guard !texts.isEmpty else { return "" }
        return """
            <g><title>\(TimeAxis.long(times[index])): \(texts.joined(separator: ", "))</title>\
            <rect class="hover" x="\(ChartScale.number(Double(index) * width))%" \
            width="\(ChartScale.number(width))%" y="0" height="\(Int(Self.height))"/></g>
            """
    }

    /// Draws a line in a box that is stretched to the width of the chart; its stroke is not.
    static func stroke(
        _ values: [Double?], of count: Int, _ style: String, _ scale: ChartScale, height: Double
    ) -> Markup {
        var runs: [[Markup]] = [[]]
        for (index, value) in values.enumerated() {
            guard let value else {
                runs.append([])
                continue
            }
            let x = ChartScale.number((Double(index) + 0.5) / Double(count) * 1_000)
            runs[runs.count - 1].append("\(x),\(scale.y(value, height: height))")
        }
        var drawn: Markup = ""
        for run in runs where !run.isEmpty {
            // A single value is a short dash.
            let points = run.count == 1 ? [run[0], run[0]] : run
            drawn += """
                <polyline class="line \(Markup(trusted: PageText.shown(style)))" \
                vector-effect="non-scaling-stroke" points="\(points.joined(separator: " "))"/>
                """
        }
        return """
            <svg class="stretch" width="100%" height="\(Int(height))" \
            viewBox="0 0 1000 \(Int(height))" preserveAspectRatio="none">\(drawn)</svg>
            """
    }

    /// Returns a small line without axes, for a row of a table.
    package static func spark(_ values: [Double], _ label: String) -> Markup {
        guard values.count > 1, let top = values.max(), top > 0 else { return "" }
        let scale = ChartScale(for: top)
        return """
            <svg class="spark" width="96" height="20" role="img" aria-label="\(label)">\
            \(stroke(values.map(Optional.init), of: values.count, "matched", scale, height: 20))</svg>
            """
    }
}
