public import RouteDBRouting

/// The routes that nobody reached.
public struct DeadReport: Hashable, Sendable {
    /// Why a route was not reached.
    public enum Cause: String, CaseIterable, Sendable {
        /// It is disabled.
        case disabled
        /// Every URL that it takes goes to better ranked routes, as lint finds too.
        case shadowed
        /// Nobody asked for it.
        case unhit
        /// The window has no hits of any route, so nothing shows whether anybody asks for it.
        case unknown
    }

    /// A route without hits.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: Route
        /// What people call it.
        public let label: String
        /// The name of its namespace.
        public let namespace: String
        /// Why.
        public let cause: Cause
        /// The route that takes its URLs, if it is shadowed.
        public let shadowedBy: RouteID?
        /// The quarter of an hour in which it was hit last, whatever the window; `nil`: never.
        public let lastHit: Timestamp?
        /// The hits of the window before; `nil` unless compared.
        public let previous: HitCount?
    }

    /// What the report is about.
    public let frame: ReportFrame
    /// How many routes were looked at: those that have a pattern.
    ///
    /// Requests by name are not recorded.
    public let routeCount: Int
    /// The routes, by cause and then by id.
    public let rows: [Row]
    /// How many more there are, because of the limit.
    public let others: Int
}
