public import RouteDBRouting

/// A report on the most frequent routes, targets, namespaces, principals or referrers.
public struct TopReport: Hashable, Sendable {
    /// What hits are counted by.
    public enum Subject: String, CaseIterable, Sendable {
        case routes
        case targets
        case namespaces
        case principals
        case referrers
    }

    /// The hits of one route, target, namespace, principal or referrer.
    public struct Row: Hashable, Sendable {
        /// The label: the name or pattern of a route, the name of a namespace, or the target,
        /// principal or referrer itself.
        public let label: String
        /// The id of the route, if the row is for a route.
        public let route: RouteID?
        /// The target of the route, if the row is for a route in the snapshot.
        public let target: String?
        /// The hits.
        public let count: HitCount
        /// The share of these hits in all selected hits, from 0 to 1.
        public let share: Double
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// What hits are counted by.
    public let subject: Subject
    /// The rows, ordered by weight, then by id or name.
    public let rows: [Row]
    /// The hits beyond the limit of rows.
    public let others: HitCount
    /// The hits without a subject, such as those without a route or a principal.
    public let without: HitCount
}
