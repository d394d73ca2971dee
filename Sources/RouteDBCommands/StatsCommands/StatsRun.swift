import RouteDB
import RouteDBPages
import RouteDBTerminal
import RouteDBTraffic

/// A report with how it is written.
struct StatsRun {
    let history: HitHistory
    let request: ReportRequest
    /// The hits that are asked about.
    let selection: HitSelection
    let zone: ZoneRules
    let format: ListingFormat
    let chart: ChartStyle

    /// True if the report is text for people.
    var isTable: Bool { format == .table }

    /// Writes a report.
    func write(_ sheets: ReportSheets, to output: OutputWriter) throws {
        if format == .json { return try output.writeLine(sheets.object.description) }
        let columns = sheets.columns.filter(isShown)
        let lines = format == .ndjson ? sheets.lines : []
        let rows = ListedRows(
            key: sheets.key, titles: columns.map(\.title), count: sheets.rowCount,
            text: { text(columns[$1], $0) }, object: { lines[$0] })
        try rows.write(as: format, to: output)
    }

    /// Draws a report in a file.
    func draw(_ sheets: ReportSheets, to path: String) throws {
        let period = [("from", selection.since), ("to", selection.until)].compactMap { word, time in
            time.map { "\(word) \(zone.text(of: $0))" }
        }
        let omitted = sheets.reports.reduce(0) { $0 + $1.frame.omittedRows }
        let rows = omitted > 0 ? ", \(sheets.rowCount) of \(sheets.rowCount + omitted) rows" : ""
        let hits = ([NumberText.hits(sheets.total.weight)] + period).joined(separator: " ")
        guard
            let chart = ChartFile(
                sheets, title: request.title, summary: hits + rows)
        else {
            throw CommandFailure.usage(
                "This report has no chart: it does not count hits.",
                hint: "With '--bucket', latency is drawn over time.")
        }
        try OutputFile.write(to: path, within: nil) { try $0.write(utf8: Array(chart.text.utf8)) }
    }

    private func isShown(_ column: ReportColumn) -> Bool {
        if case .bar(_, let longest) = column.style { return isTable && longest > 0 }
        return !(isTable && column.isForFiles)
    }

    private func text(_ column: ReportColumn, _ row: Int) -> String {
        let value = column.value(row)
        if case .bar(let length) = value, case .bar(let width, let longest) = column.style {
            return chart.bar(length / longest, width: width)
        }
        return isTable ? value.shown(in: zone) : value.exact
    }

    /// Prints what the rows do not contain: totals for people, and what the counts leave out.
    func notifyTotals(_ sheets: ReportSheets, in context: CommandContext) {
        let frames = sheets.reports.map(\.frame)
        if isTable { context.printNote(totals(sheets, frames)) }
        let count = frames.map(\.pruned).sum
        guard count.hits > 0 else { return }
        let pruned = NumberText.grouped(count.weight)
        context.printNote(
            frames.allSatisfy(\.countsPruned)
                ? "note: \(pruned) of the hits were pruned; their times are known to 15 minutes"
                : "note: \(pruned) pruned hits are not included; only their totals are kept")
    }

    private func totals(_ sheets: ReportSheets, _ frames: [ReportFrame]) -> String {
        var text = NumberText.hits(sheets.total.weight)
        var omittedHits = HitCount()
        if let buckets = sheets.buckets {
            text += " in \(NumberText.counted(buckets.count, "bucket"))"
        } else if let frame = frames.first {
            if frame.total.weight != frame.total.hits {
                text += ", recorded as a sample of \(NumberText.grouped(frame.total.hits))"
            }
            if let previous = frame.previousTotal {
                text += ", before \(NumberText.grouped(previous.weight))"
                text += frame.total.changeText(since: previous).map { " (\($0))" } ?? ""
            }
            omittedHits = sheets.reports.map(\.omittedHits).sum
        }
        let omitted = frames.reduce(0) { $0 + $1.omittedRows }
        if omittedHits.weight > 0 {
            let hits = NumberText.grouped(omittedHits.weight)
            text += "; \(hits) of them in rows omitted by '--limit'"
        } else if omitted > 0 {
            let rows = NumberText.counted(omitted, "row")
            text += "; \(rows) omitted by '--limit'"
        }
        return text
    }

    /// Explains why a report has no hits.
    func explainEmpty(in context: CommandContext) async throws {
        let info = try await history.info()
        guard info.hits > 0, let first = info.firstTime, let last = info.lastTime
        else { return context.printNote("note: the history has no hits") }
        let (since, until) = (selection.since, selection.until)
        let span = [first, last].map { zone.text(of: $0) }
        let isOutside =
            since.map { $0 > last } ?? false || until.map { $0 <= first } ?? false
        let reason = isOutside ? "lie in this window" : "match these options"
        context.printNote(
            "note: no hits \(reason); the history covers \(span[0]) to \(span[1])")
    }
}
