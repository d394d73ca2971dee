public import RouteDB
public import RouteDBRouting

/// Hits whose answers differ in the same way between two registries.
public struct ReplayGroup: Hashable, Sendable {
    /// An example hit of the group.
    public struct Example: Hashable, Sendable {
        /// The URL as recorded, as bytes.
        public let url: [UInt8]
        /// The time of the first hit with this URL in the group; `nil` if unknown.
        public let time: Timestamp?
        /// The fields that differ, as in ``ReplayDifference/fields``.
        public let fields: [RegistryChange.Field]
    }

    /// The ways in which the answers differ, in order.
    public let classes: [ReplayClass]
    /// The outcome in the old registry.
    public let oldOutcome: Resolution.Outcome
    /// The outcome in the new registry.
    public let newOutcome: Resolution.Outcome
    /// The route found in the old registry; `nil` if none matches.
    public let oldRoute: ReplayRoute?
    /// The route found in the new registry; `nil` if none matches.
    public let newRoute: ReplayRoute?
    /// The number of hits in the group.
    public let count: ReplayCount
    /// The earliest known time of a hit.
    public let firstSeen: Timestamp?
    /// The latest known time of a hit.
    public let lastSeen: Timestamp?
    /// The first hits with different URLs, at most ``ReplayOptions/exampleLimit``.
    public let examples: [Example]
    /// Whether the difference has been reviewed and accepted.
    public internal(set) var isAccepted = false

    /// Orders groups by class, then by hits, most first, then by their routes and outcomes.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        if left.classes[0] != right.classes[0] { return left.classes[0] < right.classes[0] }
        if left.count.hits != right.count.hits { return left.count.hits > right.count.hits }
        return left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    /// Distinguishes any two groups of one replay.
    private var sortKey: [Int64] {
        [oldRoute?.id.rawValue ?? 0, newRoute?.id.rawValue ?? 0]
            + [oldOutcome, newOutcome].map { outcome in
                Int64(Resolution.Outcome.allCases.firstIndex(of: outcome) ?? 0)
            }
            + classes.map { kind in Int64(ReplayClass.allCases.firstIndex(of: kind) ?? 0) }
    }
}
