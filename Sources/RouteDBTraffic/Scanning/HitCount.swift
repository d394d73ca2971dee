import RouteDBHistory

/// A number of recorded hits, and the number of hits that they stand for.
public struct HitCount: Hashable, Sendable {
    /// The number of hits in the history.
    public var hits: Int64
    /// The number of hits that they stand for: more than ``hits`` if only a sample is recorded.
    public var weight: Int64

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - hits: The number of hits in the history.
    ///   - weight: The number of hits that they stand for.
    public init(hits: Int64 = 0, weight: Int64 = 0) {
        self.hits = hits
        self.weight = weight
    }

    /// Adds a count to another.
    public static func += (left: inout HitCount, right: HitCount) {
        // Only a damaged file can make the sums overflow; wrap around instead of trapping.
        left.hits &+= right.hits
        left.weight &+= right.weight
    }

    /// Subtracts a count from another.
    static func -= (left: inout HitCount, right: HitCount) {
        left.hits &-= right.hits
        left.weight &-= right.weight
    }

    /// Returns the share that this weight is of another.
    ///
    /// - Parameter whole: The count of the whole.
    /// - Returns: The share, from 0 to 1; 0 if the whole is 0.
    public func share(of whole: HitCount) -> Double {
        whole.weight == 0 ? 0 : Double(weight) / Double(whole.weight)
    }

    /// Returns the relative change of the weight since an earlier count.
    ///
    /// - Parameter previous: The earlier count.
    /// - Returns: The change, such as 0.5 for an increase by half, or `nil` if the earlier weight
    ///   is 0.
    public func change(since previous: HitCount) -> Double? {
        previous.weight == 0
            ? nil : (Double(weight) - Double(previous.weight)) / Double(previous.weight)
    }
}

extension [HitCount] {
    /// The sum of the counts.
    package var sum: HitCount {
        var sum = HitCount()
        for count in self { sum += count }
        return sum
    }
}

/// A result that is accumulated while hits are scanned.
///
/// Tallies of two parts of a history, merged in any order, must give the tally of the whole. A
/// tally that depends on the order of hits must be scanned in one part.
protocol HitTally: Sendable {
    /// The texts of hits that the tally reads.
    var texts: TextSelection { get }

    /// Adds the selected hits of a segment.
    mutating func add(_ segment: HitSegment) throws

    /// Adds the tally of another part.
    mutating func merge(_ other: Self)
}

/// A tally to which roll-ups can be added as well as hits.
protocol CountingTally: HitTally {
    /// True if the tally counts hits by route.
    var countsRoutes: Bool { get }
    /// True if no quarter hour belongs to more than one bucket of the tally.
    var suitsRollUps: Bool { get }
    /// True if no day in UTC belongs to more than one bucket of the tally.
    var suitsDays: Bool { get }

    /// Adds the count of a roll-up, or a part of it.
    mutating func add(_ row: RollUpRow, _ count: HitCount)
}
