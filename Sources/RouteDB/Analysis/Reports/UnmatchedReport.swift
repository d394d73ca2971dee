public import RouteDBRouting

/// A report on the URLs that matched no route, grouped by what they have in common.
public struct UnmatchedReport: Hashable, Sendable {
    /// Why a URL matched no route.
    ///
    /// The cause is found by matching the URL against relaxed variants of the snapshot, in the
    /// order of the cases.
    public enum Cause: String, CaseIterable, Sendable {
        /// The text is not a valid URL.
        case malformed
        /// A route of the snapshot matches the URL now.
        case matchedNow = "matched-now"
        /// A disabled route would match.
        case disabled
        /// A route would match, but a value does not have the type of its parameter.
        case typeFailed = "type-failed"
        /// A route would match, but a query condition is not met.
        case queryFailed = "query-failed"
        /// The URL is one that browsers and scanners request from every server.
        case noise
        /// No namespace or route matches the scheme and host.
        case unknownHost = "unknown-host"
        /// Routes match the scheme and host, but not the path.
        case unknownPath = "unknown-path"
    }

    /// URLs with a common cause and template.
    public struct Cluster: Hashable, Sendable {
        /// The template, such as `myapp://promo/<int>/x`; for malformed URLs the reason, and for
        /// noise the rule.
        public let template: String
        /// Why the URLs matched no route.
        public let cause: Cause
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all unmatched hits, from 0 to 1.
        public let share: Double
        /// The time of the first hit, or `nil` if all hits are in the previous window.
        public let first: Timestamp?
        /// The time of the last hit, or `nil` if all hits are in the previous window.
        public let last: Timestamp?
        /// One of the URLs, truncated if it is long.
        public let example: String
        /// The route that matches or would match, or else the one whose pattern is most similar to
        /// the template; `nil` if none is similar.
        public let nearest: RouteID?
        /// The label of that route.
        public let nearestLabel: String?
        /// A suggested command that would make the URLs match, if there is one.
        public let suggestion: String?
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The hits by cause, without causes that have no hits.
    public let causes: [Cause: HitCount]
    /// The clusters, ordered by weight, cause and template.
    public let clusters: [Cluster]
    /// The hits beyond the limit of clusters.
    public let others: HitCount
}
