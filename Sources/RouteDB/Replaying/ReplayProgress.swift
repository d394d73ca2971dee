/// The progress of a replay.
public struct ReplayProgress: Hashable, Sendable {
    /// The number of hits read, including those that the options exclude.
    public internal(set) var hitCount = 0
    /// The number of hits to read; `nil` if unknown.
    public internal(set) var total: Int64?
}
