import RouteDBDatabase
import RouteDBRouting

/// The thread that reads the hits.
actor ReplayReader {
    /// How reading ended.
    struct Summary: Sendable {
        let rejects: ReplayRejects?
        /// The first requests of a log without hosts.
        let hostless: HostlessRequests?
        /// The name of the log; empty for other sources.
        let name: String
        /// The progress at the end.
        let progress: ReplayProgress
        /// True if the source was read to its end.
        let isComplete: Bool
    }

    private let executor = QueueExecutor(label: "routedb.replay.reader")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Reads a source to its end, or until the replay is stopped.
    func run(
        _ source: ReplaySource, _ options: ReplayOptions, _ queue: ReplayQueue,
        readingVisitors: Bool = false, _ observe: (@Sendable (ReplayProgress) -> Bool)?
    ) throws -> Summary {
        var feed = ReplayFeed(options, queue, readingVisitors: readingVisitors, observe)
        var isComplete = true
        do {
            try source.give(&feed)
            try feed.report()
        } catch let error as RouteDBError where error.code == .interrupted {
            isComplete = false
        } catch {
            queue.cancel()
            throw error
        }
        // A cancelled queue means that delivery failed, and that error is reported already.
        try? feed.finish()
        queue.finish()
        return Summary(
            rejects: feed.rejects, hostless: feed.hostless, name: feed.name,
            progress: feed.progress, isComplete: isComplete)
    }
}

/// Filters the hits of a source and passes them on in batches.
struct ReplayFeed {
    private let queue: ReplayQueue
    private let observe: (@Sendable (ReplayProgress) -> Bool)?
    private let since: Int64
    private let until: Int64?
    /// True if only hits of bots are replayed, `false` if only those of others; `nil` for all.
    let areBots: Bool?
    /// True if the user agents and languages of hits are read for what they tell of visitors.
    let readsVisitors: Bool
    /// Hits with a hash below this value are in the sample; `nil` if all are.
    private let lastHash: UInt64?
    private var batch = ReplayBatch(first: 0)
    var progress = ReplayProgress()
    /// The lines of a log that could not be read.
    var rejects: ReplayRejects?
    /// The first requests of a log, as long as none has a host.
    var hostless: HostlessRequests?
    /// The name of the log; empty for other sources.
    var name = ""

    init(
        _ options: ReplayOptions, _ queue: ReplayQueue, readingVisitors: Bool,
        _ observe: (@Sendable (ReplayProgress) -> Bool)?
    ) {
        self.queue = queue
        self.observe = observe
        since = options.since?.microseconds ?? .min
        until = options.until?.microseconds
        areBots = options.areBots
        readsVisitors = readingVisitors
        // `sample` is below 1 here, so the product is below 2^64.
        lastHash = options.sample < 1 ? UInt64(max(0, options.sample) * 0x1p64) : nil
    }

    /// The range of times to replay; `nil` if it is empty.
    var times: ClosedRange<Int64>? {
        let last = until.map { $0 == .min ? $0 : $0 - 1 } ?? .max
        return until == .min || since > last ? nil : since...last
    }

    /// Adds a hit.
    mutating func add(
        _ url: UnsafeRawBufferPointer, time: Int64?, weight: Int64, _ caller: ReplayCaller
    ) throws(RouteDBError) {
        progress.hitCount += 1
        if let areBots, (caller.isBot ?? false) != areBots { return }
        if let time {
            guard time >= since, until.map({ time < $0 }) ?? true else { return }
        } else if since > .min || until != nil {
            return
        }
        if let lastHash {
            // The bytes of the time are copied, and those of the URL are lent by the caller.
            let time = unsafe withUnsafeBytes(of: (time ?? 0).littleEndian) { unsafe Array($0) }
            guard StableHash.hash(unsafe Array(url) + time) < lastHash else { return }
        }
        // The batch copies the URL.
        unsafe batch.append(url: url, time: time, weight: weight, caller)
        if batch.isFull { try push() }
    }

    /// Reports the progress; call it from time to time.
    func report() throws(RouteDBError) {
        if let observe, !observe(progress) { throw Self.end }
    }

    /// Passes on the last batch.
    mutating func finish() throws(RouteDBError) {
        if batch.count > 0 { try push() }
    }

    private mutating func push() throws(RouteDBError) {
        let full = batch
        batch = ReplayBatch(first: full.first + full.count)
        if !queue.push(full) { throw Self.end }
    }

    /// Passes on hits that were read before.
    mutating func give(_ held: HeldHits) throws(RouteDBError) {
        for batch in held.batches where !queue.push(batch) { throw Self.end }
        guard let reading = held.reading else { return }
        (rejects, hostless, name) = (reading.rejects, reading.hostless, reading.name)
        progress = reading.progress
        if !reading.isComplete { throw Self.end }
    }

    private static var end: RouteDBError { RouteDBError(.interrupted, "The replay was stopped.") }
}
