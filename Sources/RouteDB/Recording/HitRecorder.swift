public import RouteDBRouting
public import RouteDBStorage
import Synchronization

/// Records resolutions as hits, in a file that need not be there.
///
/// Who records pays for a copy into a bounded queue, and waits for nothing; making a hit of it, and
/// writing it together with others, is done on a queue of the recorder's own. A registry records
/// by itself if its options say so; see ``RegistryOptions/recording``.
///
/// A history that cannot be opened or written stops nothing: the recorder says so in its health,
/// tries again, and keeps hits as long as its queue has room.
///
/// ```swift
/// let recorder = HitRecorder(history: "routes.hits.db")
/// recorder.record(registry.resolve(url), status: 200)
/// await recorder.shutdown()
/// ```
public final class HitRecorder: Sendable {
    /// The path of the history's file.
    public let path: String
    /// How it records.
    public let options: RecordingOptions

    private let queue: HitQueue
    private let counters: RecordingCounters
    private let core: RecorderCore

    /// Makes a recorder, which begins to open its file at once and makes it if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the history's file; that of the options does not count.
    ///   - registry: The path of the registry that the hits are of: a history that is made is no
    ///     more open than it. `nil`: the one that it lies beside by custom, if that is there.
    ///   - options: How it records.
    public init(
        history path: String, registry: String? = nil,
        options: RecordingOptions = RecordingOptions()
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
        // What is in the queue is written by the write that is on its way, if that can be.
        counters.isShutDown.store(true, ordering: .relaxed)
    }

    /// Whether hits are recorded; what is in the queue is written in any case.
    public var isRecording: Bool {
        get { counters.isRecording.load(ordering: .relaxed) }
        set {
            guard !counters.isShutDown.load(ordering: .relaxed) else { return }
            counters.isRecording.store(newValue, ordering: .relaxed)
        }
    }

    /// Records a resolution.
    ///
    /// It returns when the resolution is in the queue, or is dropped because there is no room; with
    /// ``RecordingOptions/Overflow/block(atMost:)`` it waits for room. One of a route's name is no
    /// hit. The time of the hit is that of the request, or that of the recorder's clock. Safe from
    /// any thread.
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - duration: How long the answer took, as the caller understands that.
    ///   - status: The status of the HTTP answer.
    ///   - principal: Who asked, if not the request says it.
    ///   - referrer: The page that the URL was found on.
    /// - Complexity: Linear in the texts, which are copied.
    public func record(
        _ resolution: Resolution, duration: Duration? = nil, status: Int? = nil,
        principal: String? = nil, referrer: String? = nil
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
        let facts = RecordingFacts(
            time: resolution.request.time ?? options.currentTimeMicroseconds(),
            duration: duration.map { max(0, $0.wholeMicroseconds) } ?? -1,
            status: status.map { Int32(clamping: $0) } ?? 0, principal: principal,
            referrer: referrer)
        var answer = queue.append(resolution, facts)
        if answer == .full, case .block(let limit) = options.overflow {
            answer = wait(atMost: limit) { [queue] in queue.append(resolution, facts) }
        }
        note(answer)
    }

    /// Sees to it that what was added is written.
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

    /// Has the queue written now, unless that is on its way or would fail.
    private func hurry() {
        guard !counters.isFailing.load(ordering: .relaxed),
            !counters.isHurried.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        core.write(after: .zero)
    }

    /// Tries again until there is room, or nobody makes any, or the time is up.
    private func wait(
        atMost limit: Duration, _ append: () -> HitQueue.Answer
    ) -> HitQueue.Answer {
        // What no clock can hold is as good as for ever.
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

    /// Writes what was recorded before the call.
    ///
    /// - Throws: ``RouteDBError`` if it cannot be written; it is kept, and tried again.
    public func flush() async throws(RouteDBError) {
        await core.write()
        if let error = await core.error { throw error }
    }

    /// Stops recording, writes what was recorded, and closes the file.
    ///
    /// What cannot be written now is lost, and counted as such.
    public func shutdown() async {
        counters.isShutDown.store(true, ordering: .relaxed)
        counters.isRecording.store(false, ordering: .relaxed)
        await core.shutDown()
    }

    /// Waits until the task is cancelled, and shuts down then.
    ///
    /// It is what a service group runs: `extension HitRecorder: @retroactive Service {}` makes a
    /// recorder a service of swift-service-lifecycle.
    public func run() async throws {
        let (ends, continuation) = AsyncStream.makeStream(of: Never.self)
        // Nothing ever comes; the loop ends when the task is cancelled.
        for await _ in ends {}
        continuation.finish()
        await shutdown()
    }

    /// What the recorder has done so far, and whether it can go on.
    public var health: RecordingHealth {
        get async {
            let (counts, error) = await core.health
            return RecordingHealth(
                recorded: counts.written + counts.queued + counts.lost, written: counts.written,
                queued: counts.queued, lost: counts.lost,
                sampledOut: counters.sampledOut.load(ordering: .relaxed),
                dropped: counters.dropped.load(ordering: .relaxed),
                failedWrites: counts.failedWrites, error: error)
        }
    }
}
