import RouteDB
import RouteDBTraffic

extension StatsRun {
    /// A row of the report on a bucket.
    private struct BucketRow<Row: Sendable>: Sendable {
        let bucket: TimelineReport.Bucket
        let row: Row
    }

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
            let listing = listing(sheet.rows)
            if format == .json {
                let schema: JSONObject = ["schema": 1]
                try context.output.writeLine(schema.merging(sheet.object(listing)).description)
            } else {
                try listing.write(sheet.rows, as: format, to: context.output)
            }
            return [sheet]
        }
        let buckets = try await history.buckets(of: query, length: bucket, zone: zone)
        if buckets.isEmpty { try await explainEmpty(in: context) }
        var sheets: [StatsSheet<Row>] = []
        for bucket in buckets { sheets.append(try await report(query(in: bucket))) }
        try write(sheets, of: buckets, as: listing(sheets.flatMap(\.rows)), to: context.output)
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
        let reason = isOutside ? "in this window" : "that the options select"
        context.notify(
            "note: there are no hits \(reason); the history has hits from \(span[0]) to \(span[1])")
    }

    /// Returns the query for the part of the period that is in a bucket.
    private func query(in bucket: TimelineReport.Bucket) -> AnalysisQuery {
        var query = query
        let since = query.selection.since?.microseconds ?? .min
        let until = query.selection.until?.microseconds ?? .max
        query.selection.since = Timestamp(
            microseconds: max(since, bucket.start.microseconds))
        query.selection.until = Timestamp(microseconds: min(until, bucket.end.microseconds))
        return query
    }

    private func write<Row: Sendable>(
        _ sheets: [StatsSheet<Row>], of buckets: [TimelineReport.Bucket],
        as listing: Listing<Row>, to output: OutputWriter
    ) throws {
        if format == .json {
            var whole: JSONObject = ["schema": 1]
            whole["bucket"] = bucket.map { .string("\($0)") } ?? .null
            whole["total"] = StatsText.object(sheets.map(\.frame.total).sum)
            whole["buckets"] = .array(
                zip(buckets, sheets).map { bucket, sheet in
                    .object(Self.object(bucket).merging(sheet.object(listing)))
                })
            return try output.writeLine(whole.description)
        }
        var columns: [Listing<BucketRow<Row>>.Column] = [.init("bucket") { $0.bucket.label }]
        columns += listing.columns.map { column in
            .init(column.title) { column.text($0.row) }
        }
        let rows = zip(buckets, sheets).flatMap { bucket, sheet in
            sheet.rows.map { BucketRow(bucket: bucket, row: $0) }
        }
        try Listing(listing.key, columns: columns) { row in
            Self.object(row.bucket).merging(listing.object(row.row))
        }.write(rows, as: format, to: output)
    }

    private static func object(_ bucket: TimelineReport.Bucket) -> JSONObject {
        ["bucket": .string("\(bucket.start)"), "bucketLabel": .string(bucket.label)]
    }
}
