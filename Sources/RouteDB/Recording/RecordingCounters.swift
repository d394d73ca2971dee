import Synchronization

/// Counters and flags shared by the threads that record and the writer.
final class RecordingCounters: Sendable {
    let isRecording: Atomic<Bool>
    /// Whether a delayed write is scheduled that will see what is in the queue now.
    let isScheduled = Atomic<Bool>(false)
    /// Whether an immediate write is scheduled that will see what is in the queue now.
    let isHurried = Atomic<Bool>(false)
    /// Whether the last write failed, so that waiting for room is pointless.
    let isFailing = Atomic<Bool>(false)
    let isShutDown = Atomic<Bool>(false)
    let sampledOut = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)

    init(isRecording: Bool) { self.isRecording = Atomic(isRecording) }
}
