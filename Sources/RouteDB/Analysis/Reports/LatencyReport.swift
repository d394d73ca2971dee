public import RouteDBRouting

/// A report on how long resolutions or responses took.
public struct LatencyReport: Hashable, Sendable {
    /// What hits are divided by.
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
