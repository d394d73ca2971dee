public import RouteDB
public import RouteDBRouting

/// The result of a replay.
public struct ReplayReport: Hashable, Sendable {
    /// The revision of the old registry.
    public let oldRevision: Int64
    /// The revision of the new registry.
    public let newRevision: Int64
    /// The number of hits replayed.
    public let total: ReplayCount
    /// The number of these that a route of at least one of the registries matches; no others show
    /// anything about a change.
    public let matched: ReplayCount
    /// The attributes that decide in one of the registries but were not recorded with all hits, in
    /// order.
    public let lacks: [ReplayReport.Lack]
    /// A warning that the requests of a log have no hosts, although routes need them; `nil` if there is
    /// none.
    public let hostWarning: LogHostWarning?
    /// The earliest known time of a hit.
    public let firstSeen: Timestamp?
    /// The latest known time of a hit.
    public let lastSeen: Timestamp?
    /// The differences, ordered by class and then by hits, most first.
    ///
    /// Each hit whose answers differ is in exactly one group.
    public private(set) var groups: [ReplayGroup]
    /// The callers that the new registry refuses and the old one did not.
    public let refusals: ReplayRefusals
    /// The lines of a log that could not be replayed; `nil` if the source is not a log.
    public let rejects: ReplayRejects?
    /// True if the source was read to its end; `false` if the replay was stopped.
    public let isComplete: Bool
    /// The number of accepted changes that the replay did not encounter.
    public private(set) var unusedAcceptCount = 0

    init(_ tally: ReplayTally, of task: ReplayTask, _ summary: ReplayReader.Summary) {
        oldRevision = task.revisions.old
        newRevision = task.revisions.new
        total = tally.total
        matched = tally.matched
        lacks = tally.lacks.map { ReplayReport.Lack(attribute: $0.key, count: $0.value) }
            .sorted { $0.attribute < $1.attribute }
        let hostless = summary.hostless
        hostWarning =
            [task.tables.old, task.tables.new].lazy
            .compactMap { hostless?.warning(of: summary.name, for: $0, scheme: "https") }.first
        firstSeen = tally.times.map { Timestamp(microseconds: $0.lowerBound) }
        lastSeen = tally.times.map { Timestamp(microseconds: $0.upperBound) }
        groups = tally.groups.map { group in
            let key = group.key
            return ReplayGroup(
                classes: key.classes, oldOutcome: key.outcomes.old, newOutcome: key.outcomes.new,
                oldRoute: key.old.flatMap { task.routes.old[$0] },
                newRoute: key.new.flatMap { task.routes.new[$0] }, count: group.count,
                firstSeen: group.times.map { Timestamp(microseconds: $0.lowerBound) },
                lastSeen: group.times.map { Timestamp(microseconds: $0.upperBound) },
                examples: group.examples.map(\.example))
        }
        .sorted(by: ReplayGroup.precedes)
        refusals = ReplayRefusals(tally)
        rejects = summary.rejects
        isComplete = summary.isComplete
    }

    /// The number of hits whose answers differ.
    public var changed: ReplayCount { count { _ in true } }

    /// The number of hits whose answers differ and that have not been accepted.
    public var unaccepted: ReplayCount { count { !$0.isAccepted } }

    /// Returns the number of hits of a class that have not been accepted.
    public func unaccepted(_ kind: ReplayClass) -> ReplayCount {
        count { !$0.isAccepted && $0.classes.contains(kind) }
    }

    /// Returns the number of hits of a class.
    public func changed(_ kind: ReplayClass) -> ReplayCount {
        count { $0.classes.contains(kind) }
    }

    private func count(_ isCounted: (ReplayGroup) -> Bool) -> ReplayCount {
        groups.filter(isCounted).reduce(into: ReplayCount()) { $0.add($1.count) }
    }

    /// Returns a copy of the report in which the accepted differences are marked.
    ///
    /// - Parameter changes: The accepted changes. They replace those accepted before.
    /// - Returns: The report.
    public func accepting(_ changes: AcceptedChanges) -> ReplayReport {
        var report = self
        var used: Set<Int> = []
        for index in groups.indices {
            let found = changes.indices(accepting: groups[index])
            used.formUnion(found)
            report.groups[index].isAccepted = !found.isEmpty
        }
        report.unusedAcceptCount = changes.entries.count - used.count
        return report
    }
}

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
    public let oldOutcome: ResolutionOutcome
    /// The outcome in the new registry.
    public let newOutcome: ResolutionOutcome
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
    /// True if the difference has been reviewed and accepted.
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
