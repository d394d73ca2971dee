/// How far a replay is.
public struct ReplayProgress: Hashable, Sendable {
    /// How many hits were read, those that are not wanted too.
    public internal(set) var hitCount = 0
    /// How many lines of a log were read; 0 of anything else.
    public internal(set) var lineCount = 0
}
