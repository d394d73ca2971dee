public import RouteDBRouting

/// How long resolving took.
public struct LatencyReport: Hashable, Sendable {
    /// What hits are told apart by, if by anything.
    public enum Division: String, CaseIterable, Sendable {
        case bucket
        case route
    }

    /// The hits of one bucket or route, or all of them.
    public struct Row: Hashable, Sendable {
        /// `all`, the label of the bucket, or what people call the route.
        public let label: String
        /// The route, if it is one.
        public let route: RouteID?
        /// The beginning of the bucket, if it is one.
        public let start: Timestamp?
        /// The durations.
        public let histogram: LatencyHistogram
        /// The durations of the window before; `nil` unless compared.
        public let previous: LatencyHistogram?
    }

    /// The quantiles that are shown: their names, and the shares that they stand for.
    public static let quantiles: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999),
    ]

    /// What the report is about.
    public let frame: ReportFrame
    /// All hits together, then by time, or by route with the slowest 95th percentile first.
    public let rows: [Row]
}
