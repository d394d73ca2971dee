/// One time that hits were taken away from a history.
public struct HistoryPruning: Hashable, Sendable {
    /// When that was, in microseconds since 1970-01-01T00:00:00Z.
    public let timeMicroseconds: Int64
    /// The rule, such as `older-than=1767323045000000 max-rows=1000000`.
    public let rule: String
    /// How many hits went.
    public let hits: Int64
}
