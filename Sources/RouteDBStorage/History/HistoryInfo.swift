/// Statistics of a history.
public struct HistoryInfo: Hashable, Sendable {
    /// The number of hits in the file.
    public internal(set) var hits: Int64 = 0
    /// The number of hits in the open tail, where a hit takes more space than in a segment.
    public internal(set) var tailHits: Int64 = 0
    /// The number of sealed segments.
    public internal(set) var segments: Int64 = 0
    /// The time of the earliest hit, in microseconds since 1970-01-01T00:00:00Z; `nil` without
    /// hits.
    public internal(set) var firstTimeMicroseconds: Int64?
    /// The time of the latest hit, in microseconds since 1970-01-01T00:00:00Z; `nil` without hits.
    public internal(set) var lastTimeMicroseconds: Int64?
    /// The number of streams: each process that writes to the file has its own.
    public internal(set) var streams: Int64 = 0
    /// The size of the file, in bytes, without its write-ahead log.
    public internal(set) var bytes: Int64 = 0
    /// The free space in the file, in bytes, which can be reused or returned to the system.
    public internal(set) var freeBytes: Int64 = 0
    /// The number of hits that recorders dropped because their queues were full; not included
    /// elsewhere.
    public internal(set) var lostHits: Int64 = 0
    /// The number of pruned hits, which remain only in the roll-ups.
    public internal(set) var prunedHits: Int64 = 0
    /// The prunings, the latest first.
    public internal(set) var prunings: [HistoryPruning] = []
}
