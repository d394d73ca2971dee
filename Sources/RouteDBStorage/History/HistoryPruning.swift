/// A pruning of a history, which deleted hits.
public struct HistoryPruning: Hashable, Sendable {
    /// The time of the pruning, in microseconds since 1970-01-01T00:00:00Z.
    public let timeMicroseconds: Int64
    /// The rule, such as `older-than=1767323045000000 max-rows=1000000`.
    public let rule: String
    /// The number of hits deleted.
    public let hits: Int64
}
