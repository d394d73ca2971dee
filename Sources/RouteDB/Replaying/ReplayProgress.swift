/// How far a replay is.
public struct ReplayProgress: Hashable, Sendable {
    /// How many hits were read, those that are not wanted too.
    public internal(set) var hitCount = 0
    /// How many hits there are to read; `nil`: nobody knows.
    public internal(set) var total: Int64?
}
