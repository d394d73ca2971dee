public import RouteDBDatabase
import Synchronization

/// Counters and flags shared by the threads that record and the writer.
final class RecordingCounters: Sendable {
    let isRecording: Atomic<Bool>
    /// True if a delayed write is scheduled that will see what is in the queue now.
    let isScheduled = Atomic<Bool>(false)
    /// True if an immediate write is scheduled that will see what is in the queue now.
    let isHurried = Atomic<Bool>(false)
    /// True if the last write failed, so that waiting for room is pointless.
    let isFailing = Atomic<Bool>(false)
    let isShutDown = Atomic<Bool>(false)
    let sampledOut = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)

    init(isRecording: Bool) { self.isRecording = Atomic(isRecording) }
}

extension HitRecorder {
    /// The counts of a recorder so far, and its last error.
    ///
    /// Every resolution that was passed to the recorder while it was recording is counted once: as
    /// ``recorded``, ``sampledOut`` or ``dropped``. Recorded hits add up: `recorded = written + queued
    /// + lost`.
    public struct Health: Sendable {
        /// The number of hits that were added to the queue.
        public let recorded: Int
        /// The number of recorded hits that are in the history.
        public let written: Int
        /// The number of recorded hits that are waiting to be written.
        public let queued: Int
        /// The number of recorded hits that were lost because they could not be written before
        /// shutdown.
        public let lost: Int
        /// The number of resolutions left out by sampling.
        public let sampledOut: Int
        /// The number of resolutions dropped because the queue was full.
        public let dropped: Int
        /// The number of failed writes.
        public let failedWrites: Int
        /// Why the last write failed, or `nil` if it succeeded.
        public let error: RouteDBError?
    }
}
