import Synchronization

/// What the threads that record count.
final class RecordingCounters: Sendable {
    let isRecording: Atomic<Bool>
    /// Whether a write is on its way that will see what is in the queue now.
    let isScheduled = Atomic<Bool>(false)
    /// The same, for one that does not wait.
    let isHurried = Atomic<Bool>(false)
    /// Whether the last write failed, so that nobody makes room.
    let isFailing = Atomic<Bool>(false)
    let isShutDown = Atomic<Bool>(false)
    let sampledOut = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)

    init(isRecording: Bool) { self.isRecording = Atomic(isRecording) }
}
