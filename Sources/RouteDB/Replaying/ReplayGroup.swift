public import RouteDBRouting

/// Hits that two registries answer differently in the same way.
public struct ReplayGroup: Hashable, Sendable {
    /// A hit of the group.
    public struct Example: Hashable, Sendable {
        /// The URL as it was given.
        public let url: [UInt8]
        /// The first hit of this URL in the group, in the order of the hits.
        public let time: Timestamp?
        /// The fields that differ, as ``ReplayDifference/fields`` has them.
        public let fields: [RegistryChange.Field]
    }

    /// In what the answers differ, in order.
    public let classes: [ReplayClass]
    /// What the one registry answers.
    public let oldOutcome: Resolution.Outcome
    /// What the other registry answers.
    public let newOutcome: Resolution.Outcome
    /// The route of the one registry; `nil`: none matches.
    public let oldRoute: ReplayRoute?
    /// The route of the other registry.
    public let newRoute: ReplayRoute?
    /// How many hits there are.
    public let count: ReplayCount
    /// The time of the earliest hit whose time is known.
    public let firstSeen: Timestamp?
    /// The time of the latest one.
    public let lastSeen: Timestamp?
    /// The first hits with different URLs.
    public let examples: [Example]
    /// Whether somebody has looked at such differences and accepted them.
    public internal(set) var isAccepted = false

    /// Orders groups: by classes, then those with more hits first, then by what is there to see.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.classes[0] != right.classes[0] { return left.classes[0] < right.classes[0] }
        if left.count.hits != right.count.hits { return left.count.hits > right.count.hits }
        return left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    /// What tells two groups of one replay apart.
    private var sortKey: [Int64] {
        [oldRoute?.id.rawValue ?? 0, newRoute?.id.rawValue ?? 0]
            + [oldOutcome, newOutcome].map { outcome in
                Int64(Resolution.Outcome.allCases.firstIndex(of: outcome) ?? 0)
            }
            + classes.map { kind in Int64(ReplayClass.allCases.firstIndex(of: kind) ?? 0) }
    }
}
