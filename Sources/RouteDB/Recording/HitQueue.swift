import RouteDBRouting
import RouteDBStorage
import Synchronization

/// What waits to be written: bounded, and filled by any number of threads.
///
/// It is in several lanes, each behind a lock of its own. A thread has its lane, and takes another
/// only if that one is in use or full: so threads do not wait for each other, and the whole bound
/// is there for each of them. The writer swaps a lane for an empty one in a moment, whatever it
/// holds.
final class HitQueue: Sendable {
    /// What became of a resolution.
    enum Answer {
        case taken
        /// It was taken, and there is enough for a commit.
        case takenAndDue
        case full
    }

    /// A lane of a cache line of its own, as far as objects of the heap have one.
    private final class Lane: Sendable {
        let hits = Guarded(QueuedHits())
    }

    /// A power of two.
    private static let laneCount = 8
    private let lanes: [Lane]
    private let bound: QueueBound
    private let dueHits: Int
    private let dueBytes: Int

    init(_ options: RecordingOptions) {
        lanes = (0..<Self.laneCount).map { _ in Lane() }
        bound = QueueBound(
            hits: max(1, options.queueHits / Self.laneCount),
            bytes: min(max(1, options.queueBytes / Self.laneCount), Int(Int32.max)))
        dueHits = max(1, min(options.batchSize, bound.hits / 2))
        dueBytes = bound.bytes / 2
    }

    /// Adds a resolution, if there is room in any lane.
    func append(_ resolution: Resolution, _ facts: RecordingFacts) -> Answer {
        let first = Int(truncatingIfNeeded: CurrentThread.number &>> 61)
        for step in 0..<Self.laneCount {
            let lane = lanes[(first &+ step) & (Self.laneCount - 1)]
            let answer = lane.hits.withLockIfAvailable { hits in
                add(resolution, facts, to: &hits)
            }
            if let answer, answer != .full { return answer }
        }
        // All lanes are full or in use; those in use are waited for.
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
        _ resolution: Resolution, _ facts: RecordingFacts, to hits: inout QueuedHits
    ) -> Answer {
        guard hits.append(resolution, facts, bound: bound) else { return .full }
        let isDue = hits.entries.count == dueHits || hits.texts.count >= dueBytes
        return isDue ? .takenAndDue : .taken
    }

    /// Takes what waits in a lane, for an empty one.
    func swap(lane: Int, with other: inout QueuedHits) {
        lanes[lane].hits.withLock { Swift.swap(&$0, &other) }
    }

    /// The numbers of the lanes.
    var indices: Range<Int> { lanes.indices }

    /// How many hits wait.
    var count: Int { lanes.reduce(0) { $0 + $1.hits.withLock { $0.entries.count } } }
}
