public import RouteDBRouting

/// What a replay has seen.
public struct ReplayReport: Hashable, Sendable {
    /// The revision of the one registry.
    public let oldRevision: Int64
    /// The revision of the other.
    public let newRevision: Int64
    /// How many hits were replayed.
    public let total: ReplayCount
    /// The time of the earliest hit whose time is known.
    public let firstSeen: Timestamp?
    /// The time of the latest one.
    public let lastSeen: Timestamp?
    /// The differences, by class, those with the most hits first; each hit that is answered
    /// differently is in one of them.
    public private(set) var groups: [ReplayGroup]
    /// What of a log could not be replayed; `nil` if the hits did not come from one.
    public let rejects: ReplayRejects?
    /// Whether all hits were replayed.
    public let isComplete: Bool
    /// How many of the accepted changes were not met.
    public private(set) var unusedAcceptCount = 0

    init(_ tally: ReplayTally, of task: ReplayTask, _ summary: ReplayReader.Summary) {
        oldRevision = task.revisions.old
        newRevision = task.revisions.new
        total = tally.total
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
        rejects = summary.rejects
        isComplete = summary.isComplete
    }

    /// How many hits are answered differently.
    public var changed: ReplayCount { count { _ in true } }

    /// How many of them nobody has accepted.
    public var open: ReplayCount { count { !$0.isAccepted } }

    /// How many hits that nobody has accepted are of a class.
    public func open(_ kind: ReplayClass) -> ReplayCount {
        count { !$0.isAccepted && $0.classes.contains(kind) }
    }

    /// How many hits are of a class.
    public func changed(_ kind: ReplayClass) -> ReplayCount {
        count { $0.classes.contains(kind) }
    }

    private func count(_ isCounted: (ReplayGroup) -> Bool) -> ReplayCount {
        groups.filter(isCounted).reduce(into: ReplayCount()) { $0.add($1.count) }
    }

    /// The report with those groups accepted that somebody has looked at.
    ///
    /// - Parameter changes: The changes that were accepted.
    /// - Returns: The report; what was accepted before no longer is, unless it is again.
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
