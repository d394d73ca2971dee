import RouteDB
package import RouteDBTraffic

/// A report as a drawing in SVG that needs no other file: columns or lines over time, or a bar for each row.
package struct ChartFile {
    /// The drawing below the heading.
    private struct Figure {
        let height: Double
        let markup: Markup
    }

    private static let (width, margin, headHeight) = (960.0, 24.0, 84.0)
    /// The most bars; of more rows, the others are counted.
    private static let mostBars = 100

    private let title: String
    private let summary: String
    private let figure: Figure

    /// Draws a report; `nil` if its rows count no hits and it has no buckets of time.
    package init?(_ sheets: ReportSheets, title: String, summary: String) {
        (self.title, self.summary) = (title, summary)
        switch sheets.reports.first {
        case let report as TimelineReport: figure = Self.columns(report)
        case let report as LatencyReport where report.rows.contains { $0.start != nil }:
            figure = Self.lines(report)
        case let report:
            guard let bars = Self.bars(sheets, report is UnmatchedReport) else { return nil }
            figure = bars
        }
    }

    /// The drawing.
    package var text: String {
        let height = ChartScale.number(Self.headHeight + figure.height + Self.margin)
        let width = ChartScale.number(Self.width)
        let svg: Markup = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="system-ui, sans-serif" role="img" \
            aria-label="\(title)">
            <style>\(Markup(trusted: PageStyle.chartsAlone))</style>
            <rect width="\(width)" height="\(height)" fill="\(Palette.light[.ground].css)"/>
            <text class="title" x="24" y="38">\(title)</text>
            <text class="note" x="24" y="60">\(summary)</text>
            \(figure.markup)
            </svg>

            """
        return svg.html
    }

    // MARK: Over time

    private static func columns(_ report: TimelineReport) -> Figure {
        let chart = report.chart("Hits over time")
        return plot(
            chart.plot,
            chart.layers.map {
                ($0.name, "<rect class=\"\($0.style)\" width=\"10\" height=\"10\"/>")
            })
    }

    private static func lines(_ report: LatencyReport) -> Figure {
        let chart = report.chart
        return plot(
            chart.plot,
            chart.lines.map { ($0.name, "<path class=\"line \($0.style)\" d=\"M0 5h14\"/>") })
    }

    /// Returns a plot below its legend.
    private static func plot(_ plot: Plot, _ legend: [(name: String, mark: Markup)]) -> Figure {
        var (x, y) = (margin, headHeight)
        var markup: Markup = ""
        for (name, mark) in legend {
            let shown = shortened(name, to: 40)
            // The width of a letter, about.
            let width = 36 + 7 * Double(shown.count)
            if x > margin, x + width > Self.width { (x, y) = (margin, y + 20) }
            markup += """
                <g transform="translate(\(ChartScale.number(x)) \(ChartScale.number(y)))">\(mark)\
                <text class="name" x="20" y="10">\(shown)</text></g>
                """
            x += width
        }
        let top = y + 24
        markup += plot.part(x: margin, y: top, width: Self.width - 2 * margin)
        return Figure(height: top + plot.size - headHeight, markup: markup)
    }

    // MARK: Bars

    /// Returns a bar for each row; `nil` if the rows have no hits.
    private static func bars(_ sheets: ReportSheets, _ areUnmatched: Bool) -> Figure? {
        guard let place = sheets.columns.firstIndex(where: { $0.title == "hits" }) else {
            return nil
        }
        let names = sheets.columns[..<place].filter { [.text, .code, .time].contains($0.style) }
        let rows = 0..<min(sheets.rowCount, mostBars)
        let weights = rows.map { row in
            if case .number(let weight) = sheets.columns[place].value(row) {
                weight
            } else {
                0 as Int64
            }
        }
        let largest = Double(max(1, weights.max() ?? 1))
        var markup: Markup = ""
        for row in rows {
            let name = names.map { $0.value(row).shown(in: .utc) }.filter { !$0.isEmpty }
            markup += bar(
                row, name.joined(separator: " · "), weights[row], Double(weights[row]) / largest,
                areUnmatched ? "unmatched" : "matched")
        }
        let others = sheets.rowCount - rows.count
        if others > 0 {
            let y = ChartScale.number(headHeight + Double(rows.count) * rowHeight + 15)
            let text = "and \(NumberText.counted(others, "more row"))"
            markup += "<text class=\"note\" x=\"24\" y=\"\(y)\">\(text)</text>"
        }
        return Figure(height: Double(rows.count + 1) * rowHeight, markup: markup)
    }

    private static let (rowHeight, nameWidth) = (24.0, 330.0)

    private static func bar(
        _ row: Int, _ name: String, _ weight: Int64, _ share: Double, _ style: Markup
    ) -> Markup {
        let start = margin + nameWidth
        // The figure stands behind the longest bar.
        let length = max(1, share * (width - margin - start - 90))
        let y = headHeight + Double(row) * rowHeight
        return """
            <g transform="translate(0 \(ChartScale.number(y)))"><title>\(name)</title>\
            <text class="name" x="\(ChartScale.number(start - 10))" y="15" text-anchor="end">\
            \(shortened(name, to: 44))</text>\
            <rect class="\(style)" x="\(ChartScale.number(start))" y="3" \
            width="\(ChartScale.number(length))" height="16" rx="2"/>\
            <text class="note" x="\(ChartScale.number(start + length + 8))" y="15">\
            \(NumberText.grouped(weight))</text></g>

            """
    }

    /// Returns the beginning and the end of a text that is too long.
    private static func shortened(_ text: String, to count: Int) -> String {
        guard text.count > count else { return text }
        return text.prefix(count / 2) + "…" + text.suffix(count - count / 2 - 1)
    }
}
