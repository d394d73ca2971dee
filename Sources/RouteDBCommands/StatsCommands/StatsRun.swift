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

    /// Returns the report as it is written.
    fileprivate func part(_ listing: Listing<Row>) -> StatsPart {
        StatsPart(total: frame.total, rows: listing.rows(rows), head: head, list: list)
    }
}

/// A report as it is written, without the type of its rows.
private struct StatsPart {
    let total: HitCount
    let rows: ListedRows
    let head: JSONObject
    let list: JSONValue?

    /// The report as JSON.
    var object: JSONObject {
        var object = head
        object[rows.key] = list ?? .array((0..<rows.count).map { .object(rows.object($0)) })
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

extension StatsRun {
    /// Computes and writes the report: one on the whole period, or one on each bucket of it.
    ///
    /// - Parameters:
    ///   - context: The context of the command.
    ///   - listing: Returns the list for all rows.
    ///   - report: Computes the report on a period.
    /// - Returns: The reports, one per bucket.
    /// - Throws: Errors of the report and of the output.
    func write<Row: Sendable>(
        in context: CommandContext, _ listing: ([Row]) -> Listing<Row>,
        report: (AnalysisQuery) async throws -> StatsSheet<Row>
    ) async throws -> [StatsSheet<Row>] {
        guard let bucket else {
            let sheet = try await report(query)
            if sheet.frame.total.hits == 0 { try await explainEmpty(in: context) }
            try write(sheet.part(listing(sheet.rows)), to: context.output)
            return [sheet]
        }
        let buckets = try await history.buckets(of: query, length: bucket, zone: zone)
        if buckets.isEmpty { try await explainEmpty(in: context) }
        var sheets: [StatsSheet<Row>] = []
        for part in buckets { sheets.append(try await report(query.part(in: part))) }
        let listing = listing(sheets.flatMap(\.rows))
        try write(
            sheets.map { $0.part(listing) }, of: buckets, bucket, listing.rows([]),
            to: context.output)
        return sheets
    }

    /// Explains why a report has no hits.
    func explainEmpty(in context: CommandContext) async throws {
        let info = try await history.info()
        guard info.hits > 0, let first = info.firstTimeMicroseconds,
            let last = info.lastTimeMicroseconds
        else { return context.notify("note: the history has no hits") }
        let (since, until) = (query.selection.since, query.selection.until)
        let span = [first, last].map { zone.text(of: Timestamp(microseconds: $0)) }
        let isOutside =
            since.map { $0.microseconds > last } ?? false
            || until.map { $0.microseconds <= first } ?? false
        let reason = isOutside ? "lie in this window" : "match these options"
        context.notify(
            "note: no hits \(reason); the history covers \(span[0]) to \(span[1])")
    }

    private func write(_ part: StatsPart, to output: OutputWriter) throws {
        guard format == .json else { return try part.rows.write(as: format, to: output) }
        let schema: JSONObject = ["schema": 1]
        try output.writeLine(schema.merging(part.object).description)
    }

    /// Writes the reports on buckets; `none` are rows of the same kind, for their titles.
    private func write(
        _ parts: [StatsPart], of buckets: [TimelineReport.Bucket], _ length: TimeBucket,
        _ none: ListedRows, to output: OutputWriter
    ) throws {
        if format == .json {
            let sheets = zip(buckets, parts).map { (bucket: $0, report: $1.object) }
            let whole = ReportSheets.object(length, total: parts.map(\.total).sum, sheets)
            return try output.writeLine(whole.description)
        }
        let places = parts.indices.flatMap { part in
            (0..<parts[part].rows.count).map { (part: part, row: $0) }
        }
        let rows = ListedRows(
            key: none.key, titles: ["bucket"] + none.titles, count: places.count,
            text: { row, column in
                let place = places[row]
                guard column > 0 else { return buckets[place.part].label }
                return parts[place.part].rows.text(place.row, column - 1)
            },
            object: { row in
                let place = places[row]
                return buckets[place.part].object
                    .merging(parts[place.part].rows.object(place.row))
            })
        try rows.write(as: format, to: output)
    }
}
