import RouteDB
package import RouteDBRouting

/// The same report on each bucket of a period: what `--bucket` makes of reports that have no buckets of
/// their own.
package enum ReportSheets {
    /// The reports as JSON: the whole, and each of them with its bucket.
    ///
    /// - Parameters:
    ///   - length: The length of the buckets.
    ///   - total: The hits in all of them.
    ///   - sheets: The buckets with their reports.
    /// - Returns: An object.
    package static func object(
        _ length: TimeBucket, total: HitCount,
        _ sheets: [(bucket: TimelineReport.Bucket, report: JSONObject)]
    ) -> JSONObject {
        [
            "schema": 1, "bucket": .string("\(length)"), "total": total.json,
            "buckets": .array(sheets.map { .object($0.bucket.object.merging($0.report)) }),
        ]
    }
}

extension TimelineReport.Bucket {
    /// The bucket as JSON.
    package var object: JSONObject {
        ["bucket": .string("\(start)"), "bucketLabel": .string(label)]
    }
}

extension AnalysisQuery {
    /// The query for the part of the period that is in a bucket.
    package func part(in bucket: TimelineReport.Bucket) -> AnalysisQuery {
        var query = self
        let since = selection.since?.microseconds ?? .min
        let until = selection.until?.microseconds ?? .max
        query.selection.since = Timestamp(microseconds: max(since, bucket.start.microseconds))
        query.selection.until = Timestamp(microseconds: min(until, bucket.end.microseconds))
        return query
    }
}
