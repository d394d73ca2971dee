/// What a history holds, in numbers.
public struct HistoryInfo: Hashable, Sendable {
    /// How many hits are in the file.
    public internal(set) var hits: Int64 = 0
    /// How many of them are still in the open tail, where a hit takes more room.
    public internal(set) var tailHits: Int64 = 0
    /// How many sealed segments there are.
    public internal(set) var segments: Int64 = 0
    /// The time of the earliest hit in microseconds since 1970-01-01T00:00:00Z; `nil` without hits.
    public internal(set) var firstTimeMicroseconds: Int64?
    /// The time of the latest hit; `nil` without hits.
    public internal(set) var lastTimeMicroseconds: Int64?
    /// How many processes have written to the file.
    public internal(set) var streams: Int64 = 0
    /// The size of the file in bytes, without its write-ahead log.
    public internal(set) var bytes: Int64 = 0
    /// How much of it waits to be used again or given back.
    public internal(set) var freeBytes: Int64 = 0
    /// How many hits recorders lost, because their queues had no room: they are in no other number.
    public internal(set) var lostHits: Int64 = 0
    /// How many hits were taken away, of which only the roll-ups are left.
    public internal(set) var prunedHits: Int64 = 0
    /// What was taken away, the latest first.
    public internal(set) var prunings: [HistoryPruning] = []
}
