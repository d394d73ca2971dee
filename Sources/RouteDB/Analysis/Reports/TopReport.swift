public import RouteDBRouting

/// What was hit most.
public struct TopReport: Hashable, Sendable {
    /// What hits are counted by.
    public enum Subject: String, CaseIterable, Sendable {
        case routes
        case targets
        case namespaces
        case principals
        case referrers
    }

    /// One thing that was hit.
    public struct Row: Hashable, Sendable {
        /// What people call it: a route's name or pattern, a target, a principal, a referrer.
        public let label: String
        /// The id, of a route.
        public let route: RouteID?
        /// The target, of a route that the snapshot has.
        public let target: String?
        /// Its hits.
        public let count: HitCount
        /// What share of all selected hits these are, from 0 to 1.
        public let share: Double
        /// Its hits in the window before; `nil` unless compared.
        public let previous: HitCount?
    }

    /// What the report is about.
    public let frame: ReportFrame
    /// What hits are counted by.
    public let subject: Subject
    /// The most hit first; of equally hit ones that with the lower id, then by name.
    public let rows: [Row]
    /// The hits of things that are in no row, because of the limit.
    public let others: HitCount
    /// The hits that have no such thing: no route, no principal.
    public let without: HitCount
}
