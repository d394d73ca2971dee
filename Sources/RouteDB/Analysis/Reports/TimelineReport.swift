public import RouteDBRouting

/// How hits are spread over time.
public struct TimelineReport: Hashable, Sendable {
    /// What hits are told apart by.
    public enum Division: String, CaseIterable, Sendable {
        /// By what resolving came to.
        case outcome
        /// By route: those most hit, and all others together.
        case route
    }

    /// One bucket of time.
    public struct Bucket: Hashable, Sendable {
        /// Its beginning; that of the first bucket may be before the window.
        public let start: Timestamp
        /// Its end, which is not part of it.
        public let end: Timestamp
        /// What the zone's clocks show when it begins: `2026-01-31T09:00:00+01:00`, or the day.
        public let label: String
    }

    /// The hits of one outcome or route.
    public struct Series: Hashable, Sendable {
        /// The outcome, or what people call the route; `other` for all others.
        public let label: String
        /// The route, if it is one.
        public let route: RouteID?
        /// Its hits, bucket by bucket.
        public let counts: [HitCount]
        /// The hits of the window before, bucket by bucket; `nil` unless compared.
        ///
        /// Where the clocks were changed there may be more or fewer of them.
        public let previous: [HitCount]?
        /// All its hits.
        public let total: HitCount
        /// All its hits in the window before; `nil` unless compared.
        public let previousTotal: HitCount?
    }

    /// What the report is about.
    public let frame: ReportFrame
    /// How long the buckets are.
    public let bucket: TimeBucket
    /// The buckets of the window, those without hits too.
    public let buckets: [Bucket]
    /// The series: by outcome in the order matched, unmatched, denied, challenged, invalid, those
    /// that have hits; routes by hits, and `other` last.
    public let series: [Series]
}
