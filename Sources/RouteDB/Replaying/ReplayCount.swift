/// A number of hits, both as recorded and by weight.
public struct ReplayCount: Hashable, Sendable {
    /// The number of recorded hits.
    public private(set) var recorded: Int64 = 0
    /// The number of hits that the recorded ones stand for: the sum of their weights, at most
    /// `Int64.max`.
    public private(set) var hits: Int64 = 0

    /// Creates a count of zero.
    public init() {}

    /// Counts one hit with a weight.
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

    /// Returns the share of this count in another, from 0 to 1; 0 if the other is zero.
    public func share(of whole: ReplayCount) -> Double {
        whole.hits == 0 ? 0 : Double(hits) / Double(whole.hits)
    }
}
