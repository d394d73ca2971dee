public import RouteDBRouting

/// Where access was refused.
public struct DenialReport: Hashable, Sendable {
    /// The refusals of one route, of one kind.
    public struct Row: Hashable, Sendable {
        /// The route.
        public let route: RouteID
        /// What people call it.
        public let label: String
        /// `denied` or `challenged`.
        public let outcome: Resolution.Outcome
        /// The refusals.
        public let count: HitCount
        /// What share of the route's hits these are, from 0 to 1.
        public let share: Double
        /// Those of nobody that is known.
        public let anonymous: HitCount
        /// How many different principals were refused.
        public let principals: Int
        /// The principals that were refused most, with their refusals: at most five.
        public let mostRefused: [Principal]
        /// The first refusal.
        public let first: Timestamp
        /// The last refusal.
        public let last: Timestamp
        /// The refusals of the window before; `nil` unless compared.
        public let previous: HitCount?
    }

    /// A principal that was refused.
    public struct Principal: Hashable, Sendable {
        /// The id, as it is kept: hashed where the privacy rules say so.
        public let id: String
        /// Its refusals.
        public let count: HitCount
    }

    /// What the report is about; its total is that of all hits, refused or not.
    public let frame: ReportFrame
    /// All refusals.
    public let refused: HitCount
    /// The rows: the most refused first; of equal ones that with the lower id, denied first.
    public let rows: [Row]
    /// The refusals that are in no row, because of the limit.
    public let others: HitCount
}
