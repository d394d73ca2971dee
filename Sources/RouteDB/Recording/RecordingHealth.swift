public import RouteDBStorage

/// What a recorder has done so far, and whether it can go on.
///
/// Every resolution that was given to it while it was on is in one of the counts:
/// `recorded = written + queued + lost`, and beside these are those sampled out and dropped.
public struct RecordingHealth: Sendable {
    /// How many hits were taken into the queue.
    public let recorded: Int
    /// How many of these are in the history.
    public let written: Int
    /// How many of these wait to be written.
    public let queued: Int
    /// How many of these were lost, because the recorder was shut down when it could not write.
    public let lost: Int
    /// How many were not taken because they are not of the sample.
    public let sampledOut: Int
    /// How many were not taken because the queue had no room.
    public let dropped: Int
    /// How many writes failed.
    public let failedWrites: Int
    /// Why the last write failed; `nil` if it went well.
    public let error: RouteDBError?
}
