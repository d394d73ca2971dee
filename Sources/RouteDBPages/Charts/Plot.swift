/// A chart in its frame: its scale at the left, and lines at the round numbers.
struct Plot {
    private static let axisWidth = 52.0

    let label: String
    let scale: ChartScale
    /// The height of what is drawn, in pixels.
    let height: Double
    var unit: (Double) -> String = ChartScale.short
    /// The figures, at places that are relative to the width.
    let content: Markup

    /// The height with the labels below, and half a line above for the one at the top.
    var size: Double { height + 34 }

    /// The chart as a page has it, as wide as the page.
    var markup: Markup {
        """
        <div class="plot"><svg class="axis" width="\(ChartScale.number(Self.axisWidth))" \
        height="\(ChartScale.number(size))" aria-hidden="true">\(axis)</svg>\
        <svg class="chart" width="100%" height="\(ChartScale.number(size))" role="img" \
        aria-label="\(label)">\(figures)</svg></div>
        """
    }

    /// Returns the chart as a part of a drawing.
    func part(x: Double, y: Double, width: Double) -> Markup {
        """
        <svg x="\(ChartScale.number(x))" y="\(ChartScale.number(y))" \
        width="\(ChartScale.number(Self.axisWidth))" height="\(ChartScale.number(size))">\(axis)</svg>\
        <svg x="\(ChartScale.number(x + Self.axisWidth))" y="\(ChartScale.number(y))" \
        width="\(ChartScale.number(width - Self.axisWidth))" height="\(ChartScale.number(size))">\(figures)</svg>
        """
    }

    private var axis: Markup {
        var ticks: Markup = ""
        for tick in scale.ticks {
            ticks += """
                <text class="tick" x="100%" y="\(scale.y(tick, height: height))" dx="-8" dy="4" \
                text-anchor="end">\(unit(tick))</text>
                """
        }
        return "<g transform=\"translate(0 8)\">\(ticks)</g>"
    }

    private var figures: Markup {
        var lines: Markup = ""
        for tick in scale.ticks {
            let y = scale.y(tick, height: height)
            lines += "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
        }
        return "<g transform=\"translate(0 8)\">\(lines)\(content)</g>"
    }
}
