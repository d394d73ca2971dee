public import RouteDBRouting

/// What was asked for and not found, by what the URLs have in common.
public struct UnmatchedReport: Hashable, Sendable {
    /// Why URLs have no route.
    ///
    /// The matcher says it: it is asked about registries that are the snapshot with one thing
    /// relaxed after the other, in this order.
    public enum Cause: String, CaseIterable, Sendable {
        /// The text is no URL that could be resolved.
        case malformed
        /// A route of the snapshot takes the URL now.
        case matchedNow = "matched-now"
        /// A disabled route would take it.
        case disabled
        /// A route would take it, but a value is not of the type that its parameter has.
        case typeFailed = "type-failed"
        /// A route would take it, but a condition on the query is not met.
        case queryFailed = "query-failed"
        /// Browsers and scanners ask every server for such.
        case noise
        /// No namespace or route is for the scheme and host.
        case unknownHost = "unknown-host"
        /// The scheme and host are known, the path is not.
        case unknownPath = "unknown-path"
    }

    /// URLs that have a cause and a template in common.
    public struct Cluster: Hashable, Sendable {
        /// The template, such as `myapp://promo/<int>/x`; of malformed URLs the reason, of noise
        /// the rule.
        public let template: String
        /// Why they have no route.
        public let cause: Cause
        /// The hits.
        public let count: HitCount
        /// What share of all unmatched hits these are, from 0 to 1.
        public let share: Double
        /// The first hit; `nil` if all are of the window before.
        public let first: Timestamp?
        /// The last hit.
        public let last: Timestamp?
        /// One of the URLs; of a long one the beginning.
        public let example: String
        /// The route that takes them now or would, or else the one whose pattern is most like the
        /// template; `nil` if none is.
        public let nearest: RouteID?
        /// What people call that route.
        public let nearestLabel: String?
        /// What to do about it: a command line.
        public let suggestion: String?
        /// The hits of the window before; `nil` unless compared.
        public let previous: HitCount?
    }

    /// What the report is about.
    public let frame: ReportFrame
    /// The hits of each cause, those without hits left out.
    public let causes: [Cause: HitCount]
    /// The clusters: most hits first; of equal ones by cause and template.
    public let clusters: [Cluster]
    /// The hits that are in no cluster, because of the limit.
    public let others: HitCount
}
