import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import Synchronization

/// Encodes and writes a recorder's hits, on its own dispatch queue.
///
/// If writing fails, the hits are kept, and written again after increasing delays, to the same open file
/// as long as that is in place: what it has not committed then, it never will. If another connection
/// finds that a commit took effect that was reported as failed, the number of hits in the stream shows
/// it, so nothing is written twice.
actor RecorderCore {
    /// The number of hits in each state.
    struct Counts: Sendable {
        var written = 0
        var queued = 0
        var lost = 0
        var failedWrites = 0
    }

    private static let longestRetryDelay = Duration.seconds(5)

    private let executor = QueueExecutor(label: "routedb.recorder")
    private let path: String
    private let registry: String?
    private let options: HitRecorder.Options
    private let queue: HitQueue
    private let counters: RecordingCounters
    private var writer: HitsWriter?
    private var encoder: HitEncoder
    private var spare = QueuedHits()
    /// The hits that are encoded but not written yet.
    private var batch = HitBatch()
    private var retryDelay: Duration
    private var hasRetry = false
    private var isClosed = false
    /// The hits that the last commit would have written, if it was reported as failed, and how many hits had
    /// been dropped then.
    private var attempt: (hits: HitsWriter.Attempt, dropped: Int)?
    /// The number of dropped hits that are recorded as losses in the history.
    private var recordedDrops = 0
    private var counts = Counts()
    /// Why the last write failed.
    private(set) var error: RouteDBError?
    /// The counts that the observers know of.
    private var told = (written: 0, dropped: 0, queued: 0)

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(
        path: String, registry: String?, options: HitRecorder.Options, queue: HitQueue,
        counters: RecordingCounters
    ) {
        self.path = path
        self.registry = registry
        self.options = options
        self.queue = queue
        self.counters = counters
        encoder = HitEncoder(privacy: options.privacy)
        retryDelay = options.longestDelay
    }

    /// The counts so far, and why the last write failed.
    var health: (counts: Counts, error: RouteDBError?) {
        var counts = counts
        counts.queued = isClosed ? 0 : batch.count + queue.count
        return (counts, error)
    }

    /// Writes what is in the queue after a delay.
    nonisolated func write(after delay: Duration) {
        executor.run(after: delay) {
            self.assumeIsolated { $0.write() }
        }
    }

    /// Writes what is in the queue.
    func write() {
        guard !isClosed else { return }
        // Cleared before the lanes are read: a thread that adds a hit later schedules another
        // write.
        counters.isScheduled.store(false, ordering: .sequentiallyConsistent)
        counters.isHurried.store(false, ordering: .sequentiallyConsistent)
        do {
            try commit()
            for lane in queue.indices {
                queue.swap(lane: lane, with: &spare)
                spare.encode(
                    weight: options.sampling.weight, by: &encoder, into: &batch)
                spare.removeAll()
                if batch.count >= max(1, options.batchSize) { try commit() }
            }
            try commit()
            if error != nil { options.observers.note(.recordingRecovered(path: path)) }
            error = nil
            retryDelay = options.longestDelay
            counters.isFailing.store(false, ordering: .relaxed)
        } catch {
            fail(error)
        }
        if !options.observers.isEmpty { tellProgress() }
    }

    private func tellProgress() {
        let now = (
            written: counts.written, dropped: counters.dropped.load(ordering: .relaxed),
            queued: health.counts.queued
        )
        guard now != told else { return }
        options.observers.note(
            .recorded(
                RecordingProgress(
                    path: path, written: now.written - told.written,
                    dropped: now.dropped - told.dropped, queued: now.queued)))
        told = now
    }

    private func fail(_ error: RouteDBError) {
        if !error.isSameTrouble(as: self.error) {
            options.observers.note(.recordingFailed(path: path, error))
        }
        self.error = error
        counts.failedWrites += 1
        counters.isFailing.store(true, ordering: .relaxed)
        retryDelay = min(max(retryDelay, .milliseconds(1)) * 2, Self.longestRetryDelay)
        // Retry even if nothing more is added, but not after a shutdown.
        guard !hasRetry, !counters.isShutDown.load(ordering: .relaxed) else { return }
        hasRetry = true
        executor.run(after: retryDelay) {
            self.assumeIsolated { core in
                core.hasRetry = false
                core.write()
            }
        }
    }

    /// Writes the encoded hits and the number of hits dropped meanwhile.
    private func commit() throws(RouteDBError) {
        let dropped = counters.dropped.load(ordering: .relaxed)
        let writer = try openWriter()
        guard !batch.isEmpty || dropped > recordedDrops else { return }
        var losses: [HitLoss] = []
        if dropped > recordedDrops {
            losses = [
                HitLoss(time: options.now(), hits: Int64(dropped - recordedDrops))
            ]
        }
        do {
            try writer.append(batch, losses: losses)
        } catch {
            attempt = writer.attempt.map { ($0, dropped) }
            // A connection that waits or whose disk fails can go on; with another one, SQLite could
            // recover what this one has not committed.
            if ![.busy, .full, .storageFailure].contains(error.code) { self.writer = nil }
            throw error
        }
        finishBatch(dropped: dropped)
    }

    private func finishBatch(dropped: Int) {
        counts.written += batch.count
        batch.removeAll()
        recordedDrops = dropped
        attempt = nil
    }

    /// Returns the writer, reopening it after a failure or if its file is no longer at its path.
    private func openWriter() throws(RouteDBError) -> HitsWriter {
        if let writer, writer.isInPlace { return writer }
        writer = nil
        let opened = try HitsWriter(
            path: path, registry: registry, durability: options.hitsDurability, time: options.now(),
            busyTimeout: options.busyTimeout)
        if !batch.isEmpty, let attempt, try opened.hasTaken(attempt.hits) {
            finishBatch(dropped: attempt.dropped)
        }
        writer = opened
        return opened
    }

    /// Writes everything and closes the file.
    func shutDown() {
        guard !isClosed else { return }
        write()
        isClosed = true
        counts.lost = batch.count + queue.count
        writer?.returnLog()
        writer = nil
    }
}
