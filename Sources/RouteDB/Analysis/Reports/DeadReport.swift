public import RouteDBRouting

/// A report on the routes without hits.
public struct DeadReport: Hashable, Sendable {
    /// Why a route has no hits.
    public enum Cause: String, CaseIterable, Sendable {
        /// The route is disabled.
        case disabled
        /// Routes with better ranks match every URL that the route matches; `lint` reports this
        /// too.
        case shadowed
        /// No matching URL was requested.
        case unhit
        /// The window has no hits of any route, so nothing shows whether anybody asks for it.
        case unknown
    }

    /// A route without hits.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: Route
        /// The label of the route: its name, pattern or id.
        public let label: String
        /// The name of its namespace.
        public let namespace: String
        /// Why the route has no hits.
        public let cause: Cause
        /// A route that matches its URLs instead, if it is shadowed.
        public let shadowedBy: RouteID?
        /// The start of the quarter hour of its last hit ever, or `nil` if it never had one.
        public let lastHit: Timestamp?
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// The selection and the totals of the report.
    public let frame: ReportFrame
    /// The number of routes that were examined: those with a pattern.
    ///
    /// Routes without a pattern are requested by name, which is not recorded.
    public let routeCount: Int
    /// The routes without hits, ordered by cause and id.
    public let rows: [Row]
    /// The number of further routes beyond the limit.
    public let others: Int
}
