import RouteDB
package import RouteDBRouting

/// A computed report: one on the whole period, or one on each bucket of it.
package struct ReportSheets: Sendable {
    /// The reports.
    package let reports: [any ReportOutput]
    /// The buckets that the reports are on; `nil` for a report on the whole period.
    package let buckets: [TimelineReport.Bucket]?
    /// The columns of the rows of all reports.
    package let columns: [ReportColumn]
    /// The key of the rows in JSON.
    package let key: String
    /// The number of rows of all reports.
    package let rowCount: Int

    private let length: TimeBucket?

    init(_ report: any ReportOutput) {
        (reports, buckets, length) = ([report], nil, nil)
        (columns, key, rowCount) = (report.columns, report.key, report.rowCount)
    }

    /// Creates the reports on buckets; `first` has the columns of all.
    init(
        _ reports: [any ReportOutput], on buckets: [TimelineReport.Bucket], length: TimeBucket,
        like first: any ReportOutput
    ) {
        (self.reports, self.buckets, self.length, key) = (reports, buckets, length, first.key)
        let places = reports.enumerated().flatMap { number, report in
            (0..<report.rowCount).map { (report: number, row: $0) }
        }
        rowCount = places.count
        let all = reports.map(\.columns)
        let bucket = ReportColumn("bucket", .time) { .text(buckets[places[$0].report].label) }
        columns =
            [bucket]
            + first.columns.enumerated().map { index, column in
                ReportColumn(
                    column.title, all.reduce(column.style) { $0.joined(with: $1[index].style) },
                    isForFiles: column.isForFiles
                ) { all[places[$0].report][index].value(places[$0].row) }
            }
    }

    /// The hits of all reports.
    package var total: HitCount { reports.map(\.frame.total).sum }

    /// The reports as one JSON object.
    package var object: JSONObject {
        guard let buckets, let length else { return reports.first?.object ?? [:] }
        return [
            "schema": 1, "bucket": .string("\(length)"), "total": total.json,
            "buckets": .array(
                zip(buckets, reports).map { .object($0.object.merging($1.content)) }),
        ]
    }

    /// The rows as JSON objects of their own, with their buckets.
    package var lines: [JSONObject] {
        guard let buckets else { return reports.flatMap(\.lines) }
        return zip(buckets, reports).flatMap { bucket, report in
            report.lines.map { bucket.object.merging($0) }
        }
    }
}

extension ReportColumn.Style {
    /// Returns the style of a column that has the values of both.
    fileprivate func joined(with other: Self) -> Self {
        guard case .bar(let width, let longest) = self, case .bar(_, let more) = other else {
            return self
        }
        return .bar(width: width, longest: max(longest, more))
    }
}

extension TimelineReport.Bucket {
    /// The bucket as JSON.
    fileprivate var object: JSONObject {
        ["bucket": .string("\(start)"), "bucketLabel": .string(label)]
    }
}

extension AnalysisQuery {
    /// Returns the query for the part of the period that is in a bucket.
    func part(in bucket: TimelineReport.Bucket) -> AnalysisQuery {
        var query = self
        let since = selection.since?.microseconds ?? .min
        let until = selection.until?.microseconds ?? .max
        query.selection.since = Timestamp(microseconds: max(since, bucket.start.microseconds))
        query.selection.until = Timestamp(microseconds: min(until, bucket.end.microseconds))
        return query
    }
}
