import RouteDB
import RouteDBDatabase
import RouteDBHistory
public import RouteDBRouting

/// A report on hits over time.
public struct TimelineReport: Hashable, Sendable {
    /// The property that hits are divided by.
    public enum Division: String, CaseIterable, Sendable {
        /// By the outcome of the resolution.
        case outcome
        /// By route: the routes with the most hits, and all others together.
        case route
    }

    /// One bucket of time.
    public struct Bucket: Hashable, Sendable {
        /// The start (inclusive); that of the first bucket may be before the window.
        public let start: Timestamp
        /// The end (exclusive).
        public let end: Timestamp
        /// The local time at the start, such as `2026-01-31T09:00:00+01:00`, or only the date.
        public let label: String
    }

    /// The hits of one outcome or route over time.
    public struct Series: Hashable, Sendable {
        /// The outcome or the label of the route, or `other` for all others.
        public let label: String
        /// The route, if the series is for a route.
        public let route: RouteID?
        /// The hits, by bucket.
        public let counts: [HitCount]
        /// The hits in the previous window, by bucket, or `nil` if the report does not compare with
        /// it.
        ///
        /// The number of buckets can differ from that of the window if the clocks were changed.
        public let previous: [HitCount]?
        /// All hits of the series.
        public let total: HitCount
        /// All hits of the series in the previous window, or `nil` if the report does not compare.
        public let previousTotal: HitCount?
    }

    /// The selection and the totals of the report.
    public internal(set) var frame: ReportFrame
    /// The length of a bucket.
    public let bucket: TimeBucket
    /// The buckets of the window, including those without hits.
    public let buckets: [Bucket]
    /// The series with hits: outcomes in the order matched, unmatched, denied, challenged, invalid;
    /// routes by weight; `other` last.
    public let series: [Series]
}

extension Analysis {
    /// The maximum number of buckets that can have their own report.
    private static let reportedBuckets = 1_000

    func timeline(
        by division: TimelineReport.Division, bucket: TimeBucket?, zone: ZoneRules
    ) throws(RouteDBError) -> TimelineReport {
        var frame = frame
        guard let window = try window(filter.times) else {
            return TimelineReport(frame: frame, bucket: bucket ?? .hour, buckets: [], series: [])
        }
        let length = bucket ?? .fitting(window)
        let clock = try BucketClock(window, bucket: length, zone: zone)
        let routes = division == .route ? try top(.routes) : nil
        let shown = (routes?.rows ?? []).prefix(query.limit?.asLimit ?? ReportKind.series).filter {
            $0.count.hits > 0
        }
        var places = NumberPlaces()
        for (index, row) in shown.enumerated() {
            places.insert(row.route?.rawValue ?? 0, at: index + 1)
        }
        let kind: SeriesTally.Division =
            division == .route ? .route(places, shown.count) : .outcome
        let (tally, pruned) = try scan.count(filter: filter) {
            SeriesTally($0, clock: clock, division: kind)
        }
        var before: SeriesTally?
        if let previousFilter {
            let clock = try BucketClock(previousFilter.times, bucket: length, zone: zone)
            before = try scan.count(filter: previousFilter) {
                SeriesTally($0, clock: clock, division: kind)
            }.tally
        }
        frame.total = tally.total
        frame.previousTotal = before?.total
        (frame.pruned, frame.countsPruned) = (pruned, filter.suitsRollUps)
        let names: [(group: Int, label: String, route: RouteID?)] =
            division == .route
            ? shown.enumerated().map { ($0 + 1, $1.label, $1.route) } + [(0, "other", nil)]
            : Self.outcomes
        return TimelineReport(
            frame: frame, bucket: length, buckets: Self.buckets(of: clock),
            series: names.compactMap { group, label, route in
                Self.series(group, label, route, tally, before)
            })
    }

    /// Divides the window into buckets.
    func buckets(
        of length: TimeBucket, zone: ZoneRules
    ) throws(RouteDBError) -> [TimelineReport.Bucket] {
        guard let window = try window(filter.times) else { return [] }
        let clock = try BucketClock(
            window, bucket: length, zone: zone, limit: Self.reportedBuckets)
        return Self.buckets(of: clock)
    }

    /// Returns the buckets of a clock in the form that a report shows.
    static func buckets(of clock: BucketClock) -> [TimelineReport.Bucket] {
        clock.starts.indices.map {
            TimelineReport.Bucket(
                start: Timestamp(microseconds: clock.starts[$0]),
                end: Timestamp(microseconds: clock.end(of: $0)), label: clock.label(of: $0))
        }
    }

    /// Returns the window of a selection, with missing ends replaced by the first or last time in
    /// the history.
    func window(_ times: ClosedRange<Int64>) throws(RouteDBError) -> ClosedRange<Int64>? {
        guard times.lowerBound == .min || times.upperBound == .max else { return times }
        guard let known = try scan.times() else { return nil }
        let first = times.lowerBound == .min ? known.lowerBound : times.lowerBound
        let last = times.upperBound == .max ? known.upperBound : times.upperBound
        return first <= last ? first...last : nil
    }

    private static let outcomes: [(group: Int, label: String, route: RouteID?)] =
        Resolution.Outcome.allCases.map {
            (Int(HitOutcome($0).rawValue), $0.rawValue, nil)
        } + [(0, "other", nil)]

    private static func series(
        _ group: Int, _ label: String, _ route: RouteID?, _ tally: SeriesTally,
        _ before: SeriesTally?
    ) -> TimelineReport.Series? {
        let (counts, previous) = (tally.counts(of: group), before?.counts(of: group))
        let (total, previousTotal) = (counts.sum, previous?.sum)
        guard total.hits != 0 || previousTotal?.hits ?? 0 != 0 else { return nil }
        return TimelineReport.Series(
            label: label, route: route, counts: counts, previous: previous, total: total,
            previousTotal: previousTotal)
    }
}

extension SeriesTally {
    /// Returns the counts of a group, by bucket.
    fileprivate func counts(of group: Int) -> [HitCount] {
        clock.starts.indices.map { counts[$0 * width + group] }
    }

    fileprivate var total: HitCount { counts.sum }
}

extension TimelineReport: ReportOutput {
    package var head: JSONObject {
        frame.head.merging([
            "bucket": .string("\(bucket)"), "series": .array(series.map { .object($0.object) }),
        ])
    }

    package var key: String { "buckets" }
    package var objects: [JSONObject] { shown.map { bucketObject($0) } }
    package var rowCount: Int { shown.count }

    package var columns: [ReportColumn] {
        let (first, all) = (shown.lowerBound, series)
        var columns = [
            ReportColumn("time", of: Array(buckets[shown])) { .text($0.label) }
        ]
        for (number, series) in all.enumerated() {
            columns.append(
                ReportColumn(series.label, .number) { .weight(all[number].counts[first + $0]) })
        }
        if isCompared {
            columns.append(ReportColumn("before", .number) { .weight(previous(first + $0)) })
        }
        let totals = buckets.indices.map { Double(total($0).weight) }
        let bar = ReportColumn.Style.bar(width: 24, longest: totals.max() ?? 0)
        return columns + [ReportColumn("", bar) { .bar(totals[first + $0]) }]
    }

    /// The buckets that are rows: the latest ones, if there is a limit.
    private var shown: Range<Int> { frame.omittedRows..<buckets.count }

    /// Returns the report with its latest buckets as rows, at most `limit`.
    func latest(_ limit: Int) -> TimelineReport {
        var report = self
        report.frame.omittedRows = max(0, buckets.count - limit.asLimit)
        return report
    }

    private func bucketObject(_ index: Int) -> JSONObject {
        [
            "start": .string("\(buckets[index].start)"), "end": .string("\(buckets[index].end)"),
            "label": .string(buckets[index].label),
            "counts": .array(series.map { $0.counts[index].json }),
            "previous": total(index).json(since: previous(index)),
        ]
    }

    /// The hits of all series in a bucket.
    package func total(_ index: Int) -> HitCount { series.map { $0.counts[index] }.sum }

    /// The hits of all series in the same bucket of the previous window; `nil` unless compared.
    package func previous(_ index: Int) -> HitCount? {
        guard frame.previousSelection != nil else { return nil }
        return series.compactMap { series in
            series.previous.flatMap { index < $0.count ? $0[index] : nil }
        }.sum
    }
}

extension TimelineReport.Series {
    fileprivate var object: JSONObject {
        [
            "label": .string(label), "id": route.map { .int($0.rawValue) } ?? .null,
            "total": total.json, "previous": total.json(since: previousTotal),
        ]
    }
}
