/// How many hits there were.
public struct ReplayCount: Hashable, Sendable {
    /// How many were recorded.
    public private(set) var recorded: Int64 = 0
    /// How many they stand for, each by its weight.
    public private(set) var hits: Int64 = 0

    /// Makes a count of nothing.
    public init() {}

    /// Counts a hit of a weight.
    @inline(__always)
    mutating func add(weight: Int64) {
        recorded &+= 1
        add(hits: weight)
    }

    /// Adds another count.
    mutating func add(_ other: ReplayCount) {
        recorded &+= other.recorded
        add(hits: other.hits)
    }

    @inline(__always)
    private mutating func add(hits weight: Int64) {
        let (sum, isOver) = hits.addingReportingOverflow(weight)
        hits = isOver ? .max : sum
    }

    /// What part of another count this is, from 0 to 1; 0 of nothing.
    public func share(of whole: ReplayCount) -> Double {
        whole.hits == 0 ? 0 : Double(hits) / Double(whole.hits)
    }
}
