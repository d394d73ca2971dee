import RouteDB

/// What a report is made with.
struct StatsRun {
    let history: HitHistory
    var query: AnalysisQuery
    let zone: ZoneRules
    let format: ListingFormat
    let chart: ChartStyle

    /// Whether a person reads the report.
    var isTable: Bool { format == .table }

    /// Tells what does not stand in the rows: totals for a person, and what the counts leave out.
    func notifyTotals(
        _ frame: ReportFrame, others: HitCount = HitCount(), in context: CommandContext
    ) {
        if isTable {
            var text = "\(NumberText.grouped(frame.total.weight)) hits"
            if frame.total.weight != frame.total.hits {
                text += ", recorded as a sample of \(NumberText.grouped(frame.total.hits))"
            }
            if let previous = frame.previousTotal {
                text += ", before \(NumberText.grouped(previous.weight))"
                text += StatsText.change(frame.total, since: previous).map { " (\($0))" } ?? ""
            }
            if others.weight > 0 {
                text += "; \(NumberText.grouped(others.weight)) of them in rows beyond '--limit'"
            }
            context.notify(text)
        }
        guard frame.pruned.hits > 0 else { return }
        let pruned = NumberText.grouped(frame.pruned.weight)
        context.notify(
            frame.countsPruned
                ? "note: \(pruned) of the hits are pruned, and known by the quarter of an hour"
                : "note: \(pruned) pruned hits are left out; only counts of them are kept")
    }
}
