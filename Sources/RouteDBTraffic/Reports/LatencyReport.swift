import RouteDB
import RouteDBDatabase
public import RouteDBRouting

/// A report on how long resolutions or responses took.
public struct LatencyReport: Hashable, Sendable {
    /// The property that hits are divided by.
    public enum Division: String, CaseIterable, Sendable {
        case bucket
        case route
    }

    /// The durations of one bucket or route, or of all hits.
    public struct Row: Hashable, Sendable {
        /// The label of the bucket or the route, or `all`.
        public let label: String
        /// The route, if the row is for a route.
        public let route: RouteID?
        /// The start of the bucket, if the row is for a bucket.
        public let start: Timestamp?
        /// The durations.
        public let histogram: LatencyHistogram
        /// The durations in the previous window, or `nil` if the report does not compare with it.
        public let previous: LatencyHistogram?
    }

    /// The quantiles that are shown, with their names and shares.
    public static let quantiles: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999),
    ]

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The row of all hits, then the buckets by time, or the routes with the slowest 95th
    /// percentile first.
    public let rows: [Row]
}

extension Analysis {
    func latency(
        by division: LatencyReport.Division?, bucket: TimeBucket?, zone: ZoneRules
    ) throws(RouteDBError) -> LatencyReport {
        var clock: BucketClock?
        if division == .bucket, let window = try window(filter.times) {
            clock = try BucketClock(window, bucket: bucket ?? .fitting(window), zone: zone)
        }
        let kind: LatencyTally.Division =
            switch division {
            case nil: .none
            case .route: .route
            case .bucket: clock.map { .time($0) } ?? .none
            }
        let tally = try scan.latency(filter: filter) { LatencyTally($0, division: kind) }
        let before = try previousFilter.map { filter throws(RouteDBError) in
            // Buckets of the previous window do not correspond to buckets of this one.
            try scan.latency(filter: filter) {
                LatencyTally($0, division: division == .route ? .route : .none)
            }
        }
        var frame = try self.frame(total: tally.count, previous: before?.count)
        let all = LatencyReport.Row(
            label: "all", route: nil, start: nil, histogram: tally.total,
            previous: before?.total)
        let rows =
            if let clock { buckets(tally, clock) } else { routes(tally, before) }
        let known = clock == nil ? tally.parts.keys.count { $0 > 0 } : tally.parts.count
        frame.omittedRows = known - rows.count
        return LatencyReport(frame: frame, rows: [all] + rows)
    }

    private func buckets(_ tally: LatencyTally, _ clock: BucketClock) -> [LatencyReport.Row] {
        let sorted = tally.parts.sorted { $0.key < $1.key }
        return sorted.suffix((query.limit ?? 0).asLimit).map { index, histogram in
            LatencyReport.Row(
                label: clock.label(of: Int(index)), route: nil,
                start: Timestamp(microseconds: clock.starts[Int(index)]), histogram: histogram,
                previous: nil)
        }
    }

    private func routes(_ tally: LatencyTally, _ before: LatencyTally?) -> [LatencyReport.Row] {
        let rows = tally.parts.filter { $0.key > 0 }.map { id, histogram in
            (id: id, slow: histogram.durations.quantile(0.95) ?? 0, histogram: histogram)
        }
        let earlier = before?.parts
        let sorted = rows.sorted { ($1.slow, $0.id) < ($0.slow, $1.id) }
        return limited(sorted).map { id, _, histogram in
            LatencyReport.Row(
                label: label(ofRoute: id), route: RouteID(rawValue: id), start: nil,
                histogram: histogram,
                previous: earlier.map { $0[id] ?? LatencyHistogram() })
        }
    }
}

extension LatencyReport: ReportOutput {
    package var head: JSONObject { frame.head }
    package var key: String { "rows" }
    package var objects: [JSONObject] { rows.map(\.object) }
    package var rowCount: Int { rows.count }

    package var columns: [ReportColumn] {
        var columns = [
            ReportColumn("what", of: rows) { row in
                row.route.map { .route(row.label, $0) } ?? .text(row.label)
            },
            ReportColumn("hits", .number, of: rows) { .number($0.histogram.count) },
            ReportColumn("mean", .number, of: rows) {
                .microseconds($0.histogram.durations.mean.map { Int64($0.rounded()) })
            },
        ]
        for (name, share) in Self.quantiles {
            columns.append(
                ReportColumn(name, .number, of: rows) {
                    .microseconds($0.histogram.durations.quantile(share))
                })
        }
        columns.append(
            ReportColumn("max", .number, of: rows) { .microseconds($0.histogram.durations.maximum) }
        )
        guard isCompared else { return columns }
        return columns + [
            ReportColumn("p95 before", .number, of: rows) {
                .microseconds($0.previous?.durations.quantile(0.95))
            }
        ]
    }
}

extension LatencyReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "label": .string(label), "id": route.map { .int($0.rawValue) } ?? .null,
            "start": ReportFrame.json(start), "microseconds": histogram.durations.json,
            "previous": previous?.durations.json ?? .null,
        ]
    }
}

extension DurationHistogram {
    /// The histogram as JSON, in microseconds.
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "count": .int(count), "mean": mean.map { .double($0) } ?? .null,
            "minimum": minimum.map { .int($0) } ?? .null,
        ]
        for (name, share) in LatencyReport.quantiles {
            object[name] = quantile(share).map { .int($0) } ?? .null
        }
        object["maximum"] = maximum.map { .int($0) } ?? .null
        return .object(object)
    }
}
