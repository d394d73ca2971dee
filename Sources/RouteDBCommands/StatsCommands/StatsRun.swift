import RouteDB
import RouteDBTraffic

/// A report on the whole period or on one bucket, ready to be written.
struct StatsSheet<Row: Sendable>: Sendable {
    let frame: ReportFrame
    let rows: [Row]
    /// The hits in rows beyond the limit.
    var others = HitCount()
    /// Members of the JSON object besides the rows.
    let head: JSONObject
    /// The JSON for the rows; `nil` for that of the list.
    var list: JSONValue?

    /// Returns the report as JSON.
    func object(_ listing: Listing<Row>) -> JSONObject {
        var object = head
        object[listing.key] = list ?? .array(rows.map { .object(listing.object($0)) })
        return object
    }
}

/// What computing a report requires.
struct StatsRun {
    let history: HitHistory
    var query: AnalysisQuery
    /// The length of the buckets, each with its own report; `nil` for one report on the whole
    /// period.
    var bucket: TimeBucket?
    let zone: ZoneRules
    let format: ListingFormat
    let chart: ChartStyle

    /// Whether the report is text for people.
    var isTable: Bool { format == .table }

    /// Prints notes about a report, or about those on all buckets.
    func notifyTotals<Row>(_ sheets: [StatsSheet<Row>], in context: CommandContext) {
        guard bucket != nil else {
            for sheet in sheets { notifyTotals(sheet.frame, others: sheet.others, in: context) }
            return
        }
        if isTable {
            let total = sheets.map(\.frame.total).sum
            context.notify("\(NumberText.hits(total.weight)) in \(sheets.count) buckets")
        }
        notifyPruned(
            sheets.map(\.frame.pruned).sum,
            areCounted: sheets.allSatisfy(\.frame.countsPruned), in: context)
    }

    /// Prints what the rows do not contain: totals for people, and what the counts leave out.
    func notifyTotals(
        _ frame: ReportFrame, others: HitCount = HitCount(), in context: CommandContext
    ) {
        if isTable {
            var text = NumberText.hits(frame.total.weight)
            if frame.total.weight != frame.total.hits {
                text += ", recorded as a sample of \(NumberText.grouped(frame.total.hits))"
            }
            if let previous = frame.previousTotal {
                text += ", before \(NumberText.grouped(previous.weight))"
                text += StatsText.change(frame.total, since: previous).map { " (\($0))" } ?? ""
            }
            if others.weight > 0 {
                text +=
                    "; \(NumberText.grouped(others.weight)) of them in rows omitted by '--limit'"
            }
            context.notify(text)
        }
        notifyPruned(frame.pruned, areCounted: frame.countsPruned, in: context)
    }

    private func notifyPruned(
        _ count: HitCount, areCounted: Bool, in context: CommandContext
    ) {
        guard count.hits > 0 else { return }
        let pruned = NumberText.grouped(count.weight)
        context.notify(
            areCounted
                ? "note: \(pruned) of the hits were pruned; their times are known to 15 minutes"
                : "note: \(pruned) pruned hits are not included; only their totals are kept")
    }
}
