public import RouteDBRouting

/// A report on the hits that access rules denied or challenged.
public struct DenialReport: Hashable, Sendable {
    /// The denials or the challenges of one route.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: RouteID
        /// The label of the route: its name, pattern or id.
        public let label: String
        /// The outcome: `denied` or `challenged`.
        public let outcome: Resolution.Outcome
        /// The hits with this outcome.
        public let count: HitCount
        /// The share of these hits in all hits of the route, from 0 to 1.
        public let share: Double
        /// The hits without a known principal.
        public let anonymous: HitCount
        /// The number of different principals.
        public let principals: Int
        /// The principals with the most of these hits, at most five.
        public let mostRefused: [Principal]
        /// The time of the first hit.
        public let first: Timestamp
        /// The time of the last hit.
        public let last: Timestamp
        /// The hits in the previous window, or `nil` if the report does not compare with it.
        public let previous: HitCount?
    }

    /// A principal that was denied or challenged.
    public struct Principal: Hashable, Sendable {
        /// The id as recorded, which may be hashed because of privacy rules.
        public let id: String
        /// The hits of the principal.
        public let count: HitCount
    }

    /// The selection and the totals of the report; its total counts all selected hits.
    public let frame: ReportFrame
    /// All denied and challenged hits.
    public let refused: HitCount
    /// The rows, ordered by weight, then by id, with denials before challenges.
    public let rows: [Row]
    /// The denied and challenged hits beyond the limit of rows.
    public let others: HitCount
}
