import RouteDBHistory
import RouteDBRouting

/// The hits that a replay reads: hits in memory, a history or a log.
public struct ReplaySource: Sendable {
    /// Adds all hits to a feed; called on a thread of the replay.
    let give: @Sendable (inout ReplayFeed) throws -> Void

    /// A source of hits in memory.
    ///
    /// - Parameter hits: The hits, in the order in which they are replayed.
    /// - Returns: The source.
    public static func hits(_ hits: some Sequence<ReplayHit> & Sendable) -> ReplaySource {
        ReplaySource { feed in
            for hit in hits {
                // The feed copies the URL.
                try unsafe hit.url.withUnsafeBytes { url in
                    try unsafe feed.add(
                        url, time: hit.time?.microseconds, weight: hit.weight,
                        principal: hit.principal.map { Array($0.utf8) })
                }
                if feed.progress.hitCount % ReplayBatch.capacity == 0 { try feed.report() }
            }
        }
    }

    /// A source of all hits in a history, as of the start of the replay.
    ///
    /// A process that records may keep running. Hits are read segment by segment, in the order in
    /// which segments were sealed, and then from the tail.
    ///
    /// - Parameters:
    ///   - path: The path of the history file.
    ///   - busyTimeoutMilliseconds: How long to wait for a lock held by another process, in
    ///     milliseconds.
    /// - Returns: The source. Errors of the file are thrown when it is replayed.
    public static func history(
        _ path: String, busyTimeoutMilliseconds: Int = 5_000
    ) -> ReplaySource {
        ReplaySource { feed in
            let reader = try HitsReader(
                path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
            guard let times = feed.times else { return }
            feed.progress.total = try reader.count(times)
            var columns = SegmentColumns()
            try reader.scan(times, texts: true) { segment in
                try columns.give(segment, to: &feed)
                try feed.report()
            }
        }
    }
}

/// The columns of a segment that a replay reads, in reused memory.
private struct SegmentColumns {
    private var times: [Int64] = []
    private var weights: [Int64] = []

    mutating func give(_ segment: HitSegment, to feed: inout ReplayFeed) throws {
        segment.read(.time, into: &times)
        segment.read(.weight, into: &weights)
        for index in 0..<segment.count {
            // The texts are copied while the cursor lends the segment.
            let principal = try unsafe segment.text(.principal, at: index).map { unsafe Array($0) }
            let empty = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            try unsafe feed.add(
                segment.text(.url, at: index) ?? empty, time: times[index],
                weight: max(1, weights[index]), principal: principal)
        }
    }
}
