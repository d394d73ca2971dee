public import RouteDBDatabase
public import RouteDBRouting
import Synchronization

/// Records resolutions as hits in a history file.
///
/// Recording a resolution only copies it into a bounded queue. A background queue of the recorder
/// turns it into a hit and writes it together with others. A registry records its resolutions by
/// itself if its options say so; see ``RegistryOptions/recording``.
///
/// If the history cannot be opened or written, nothing else fails: the recorder reports the error
/// in its ``health``, tries again, and keeps hits while its queue has room.
///
/// ```swift
/// let recorder = HitRecorder(history: "routes.hits.db")
/// recorder.record(registry.resolve(url), status: 200)
/// await recorder.shutdown()
/// ```
public final class HitRecorder: Sendable {
    /// The path of the history file.
    public let path: String
    /// The options of the recorder.
    public let options: HitRecorder.Options

    private let queue: HitQueue
    private let counters: RecordingCounters
    private let core: RecorderCore

    /// Creates a recorder and starts opening its file in the background, creating it if it is
    /// missing.
    ///
    /// - Parameters:
    ///   - path: The path of the history file. ``HitRecorder/Options/history`` is ignored.
    ///   - registry: The path of the registry that the hits belong to. A new history file gets no
    ///     more permissions than the registry has. `nil` stands for the registry that the history
    ///     lies beside by convention, if there is one.
    ///   - options: The options of the recorder.
    public init(
        history path: String, registry: String? = nil,
        options: HitRecorder.Options = HitRecorder.Options()
    ) {
        self.path = path
        self.options = options
        queue = HitQueue(options)
        counters = RecordingCounters(isRecording: options.isRecording)
        core = RecorderCore(
            path: path, registry: registry, options: options, queue: queue, counters: counters)
        core.write(after: .zero)
    }

    deinit {
        // A write that is already scheduled still writes what is in the queue, if it can.
        counters.isShutDown.store(true, ordering: .relaxed)
    }

    /// True if new resolutions are recorded; those in the queue are written in any case.
    public var isRecording: Bool {
        get { counters.isRecording.load(ordering: .relaxed) }
        set {
            guard !counters.isShutDown.load(ordering: .relaxed) else { return }
            counters.isRecording.store(newValue, ordering: .relaxed)
        }
    }

    /// Records a resolution of a URL.
    ///
    /// The method returns as soon as the resolution is in the queue or is dropped because the queue
    /// is full; with ``HitRecorder/Options/Overflow/block(atMost:)`` it waits for room. A resolution
    /// of a route name is ignored. The time of the hit is that of the request, or else that of the
    /// recorder's clock. Call it from any thread.
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - duration: How long the response took, by the caller's own measure.
    ///   - status: The status code of the HTTP response.
    ///   - principal: The id of the principal, or `nil` to use that of the request.
    ///   - referrer: The URL of the referring page.
    ///   - userAgent: The user agent of the client.
    /// - Complexity: Linear in the length of the URL and the other texts, which are copied.
    public func record(
        _ resolution: Resolution, duration: Duration? = nil, status: Int? = nil,
        principal: String? = nil, referrer: String? = nil, userAgent: String? = nil
    ) {
        guard counters.isRecording.load(ordering: .relaxed), resolution.isOfURL else { return }
        let weight = options.sampling.weight
        if weight > 1 {
            let hash = resolution.request.stableHash(
                byPrincipal: options.sampling.isByPrincipal)
            guard hash % UInt64(weight) == 0 else {
                counters.sampledOut.add(1, ordering: .relaxed)
                return
            }
        }
        let facts = HitMetadata(
            time: resolution.request.time ?? options.now(),
            duration: duration.map { max(0, $0.wholeMicroseconds) } ?? -1,
            status: status.map { Int32(clamping: $0) } ?? 0, principal: principal,
            referrer: referrer, userAgent: userAgent, context: options.context)
        var answer = queue.append(resolution, facts)
        if answer == .full, case .block(let limit) = options.overflow {
            answer = wait(atMost: limit) { [queue] in queue.append(resolution, facts) }
        }
        note(answer)
    }

    /// Schedules a write if necessary, or counts a dropped hit.
    private func note(_ answer: HitQueue.Answer) {
        if answer == .taken {
            guard !counters.isScheduled.load(ordering: .acquiring) else { return }
            if !counters.isScheduled.exchange(true, ordering: .acquiringAndReleasing) {
                core.write(after: options.longestDelay)
            }
            return
        }
        if answer == .full { counters.dropped.add(1, ordering: .relaxed) }
        hurry()
    }

    /// Starts writing the queue now, unless a write is already due or the last one failed.
    private func hurry() {
        guard !counters.isFailing.load(ordering: .relaxed),
            !counters.isHurried.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        core.write(after: .zero)
    }

    /// Tries to append until there is room, writing fails, or the time limit is reached.
    private func wait(
        atMost limit: Duration, _ append: () -> HitQueue.Answer
    ) -> HitQueue.Answer {
        // A larger limit could overflow the clock, and is as good as forever.
        let deadline = ContinuousClock.now + min(limit, .seconds(1 << 31))
        while !counters.isFailing.load(ordering: .relaxed), ContinuousClock.now < deadline {
            hurry()
            CurrentThread.sleep(microseconds: 100)
            let answer = append()
            if answer != .full { return answer }
        }
        return .full
    }

    // MARK: Ending and health

    /// Writes everything that was recorded before the call.
    ///
    /// - Throws: ``RouteDBError`` if writing fails; the hits are kept, and writing is tried again.
    public func flush() async throws(RouteDBError) {
        await core.write()
        if let error = await core.error { throw error }
    }

    /// Stops recording, writes what was recorded, and closes the file.
    ///
    /// Hits that cannot be written are lost, and counted in ``HitRecorder/Health/lost``.
    public func shutdown() async {
        counters.isShutDown.store(true, ordering: .relaxed)
        counters.isRecording.store(false, ordering: .relaxed)
        await core.shutDown()
    }

    /// Waits until the task is cancelled, then shuts down.
    ///
    /// With the package's trait `ServiceLifecycle`, a recorder is a service of
    /// swift-service-lifecycle, and the method also ends when a graceful shutdown begins.
    public func run() async throws {
        await ServiceEnd.wait()
        await shutdown()
    }

    /// The counts of the recorder so far, and its last error.
    public var health: HitRecorder.Health {
        get async {
            let (counts, error) = await core.health
            return HitRecorder.Health(
                recorded: counts.written + counts.queued + counts.lost, written: counts.written,
                queued: counts.queued, lost: counts.lost,
                sampledOut: counters.sampledOut.load(ordering: .relaxed),
                dropped: counters.dropped.load(ordering: .relaxed),
                failedWrites: counts.failedWrites, error: error)
        }
    }
}
