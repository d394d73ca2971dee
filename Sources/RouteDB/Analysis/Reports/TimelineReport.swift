public import RouteDBRouting

/// A report on hits over time.
public struct TimelineReport: Hashable, Sendable {
    /// What hits are divided by.
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
    public let frame: ReportFrame
    /// The length of a bucket.
    public let bucket: TimeBucket
    /// The buckets of the window, including those without hits.
    public let buckets: [Bucket]
    /// The series with hits: outcomes in the order matched, unmatched, denied, challenged, invalid;
    /// routes by weight; `other` last.
    public let series: [Series]
}
