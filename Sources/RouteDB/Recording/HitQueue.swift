import RouteDBDatabase
import RouteDBRouting
import Synchronization

/// A bounded queue of resolutions to write, filled by any number of threads.
///
/// The queue consists of several lanes, each with its own lock. Each thread prefers one lane and
/// uses another only if that one is locked or full, so threads rarely wait for each other, and any
/// of them can use the whole capacity. The writer swaps a lane for an empty one in constant time.
///
/// Invariant: `lanes` never changes, so what `lent` refers to lives as long as the queue.
@safe
final class HitQueue: Sendable {
    /// The result of adding a resolution.
    enum Answer {
        case taken
        /// The resolution was added, and there are enough for a commit.
        case takenAndDue
        case full
    }

    /// One lane; a class, so that lanes are unlikely to share a cache line.
    private final class Lane: Sendable {
        let hits = Locked(QueuedHits())
    }

    /// The number of lanes, a power of two.
    private static let laneCount = 8
    private let lanes: [Lane]
    /// The same lanes, for adding hits: counting references would take as long as the rest of it.
    ///
    /// A `ReferenceArray` would lend them as well, but from another module it is called without being
    /// specialized.
    private let lent: [Unmanaged<Lane>]
    private let bound: QueueBound
    private let dueHits: Int
    private let dueBytes: Int

    init(_ options: HitRecorder.Options) {
        lanes = (0..<Self.laneCount).map { _ in Lane() }
        unsafe lent = lanes.map { unsafe Unmanaged.passUnretained($0) }
        bound = QueueBound(
            hits: max(1, options.queueHits / Self.laneCount),
            bytes: min(max(1, options.queueBytes / Self.laneCount), Int(Int32.max)))
        dueHits = max(1, min(options.batchSize, bound.hits / 2))
        dueBytes = bound.bytes / 2
    }

    /// Adds a resolution if any lane has room.
    func append(_ resolution: Resolution, _ facts: HitMetadata) -> Answer {
        let first = Int(truncatingIfNeeded: CurrentThread.number &>> 61)
        for step in 0..<Self.laneCount {
            let lane = unsafe lent[(first &+ step) & (Self.laneCount - 1)]
            let answer = unsafe lane._withUnsafeGuaranteedRef { lane in
                lane.hits.withLockIfAvailable { hits in add(resolution, facts, to: &hits) }
            }
            if let answer, answer != .full { return answer }
        }
        // All lanes are full or locked; wait for those that are locked.
        for step in 0..<Self.laneCount {
            let lane = lanes[(first &+ step) & (Self.laneCount - 1)]
            let answer = lane.hits.withLock { hits in
                add(resolution, facts, to: &hits)
            }
            if answer != .full { return answer }
        }
        return .full
    }

    @inline(__always)
    private func add(
        _ resolution: Resolution, _ facts: HitMetadata, to hits: inout QueuedHits
    ) -> Answer {
        guard hits.append(resolution, facts, bound: bound) else { return .full }
        let isDue = hits.entries.count == dueHits || hits.texts.count >= dueBytes
        return isDue ? .takenAndDue : .taken
    }

    /// Swaps the contents of a lane for an empty one.
    func swap(lane: Int, with other: inout QueuedHits) {
        lanes[lane].hits.withLock { Swift.swap(&$0, &other) }
    }

    /// The indices of the lanes.
    var indices: Range<Int> { lanes.indices }

    /// The number of waiting hits.
    var count: Int { lanes.reduce(0) { $0 + $1.hits.withLock { $0.entries.count } } }
}
