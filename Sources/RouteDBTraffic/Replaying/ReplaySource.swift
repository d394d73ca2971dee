import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting

/// The hits that a replay reads: hits in memory, a history or a log.
public struct ReplaySource: Sendable {
    /// True if the source can be read more than once.
    let isReadTwice: Bool
    /// Adds all hits to a feed; called on a thread of the replay.
    let give: @Sendable (inout ReplayFeed) throws -> Void

    init(isReadTwice: Bool = true, _ give: @escaping @Sendable (inout ReplayFeed) throws -> Void) {
        (self.isReadTwice, self.give) = (isReadTwice, give)
    }

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
                        ReplayCaller(
                            principal: hit.principal.map { Array($0.utf8) }, kind: hit.kind,
                            attributes: hit.attributes))
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
    ///   - busyTimeout: How long to wait for a lock held by another process, in
    ///     milliseconds.
    /// - Returns: The source. Errors of the file are thrown when it is replayed.
    public static func history(
        _ path: String, busyTimeout: Duration = .seconds(5)
    ) -> ReplaySource {
        ReplaySource { feed in
            let reader = try HitsReader(path: path, busyTimeout: busyTimeout)
            guard let times = feed.times else { return }
            feed.progress.total = try reader.count(times)
            var columns = SegmentColumns()
            try reader.scan(times, texts: .urls) { segment in
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
    private var sources: [Int64] = []
    private var clients: [Int64] = []
    private var principals = NameColumn<[UInt8]>()
    private var kinds = NameColumn<String>()
    private var attributes = NameColumn<ResolutionRequest.Attributes>()
    private var visitors = NameColumn<JSONObject>()

    mutating func give(_ segment: HitSegment, to feed: inout ReplayFeed) throws {
        segment.read(.time, into: &times)
        segment.read(.weight, into: &weights)
        segment.read(.source, into: &sources)
        segment.read(.client, into: &clients)
        try principals.read(.principal, of: segment) { $0 }
        try kinds.read(.kind, of: segment) { String(decoding: $0, as: UTF8.self) }
        try attributes.read(.attributes, of: segment) { ResolutionRequest.Attributes(stored: $0) }
        if feed.readsVisitors {
            try visitors.read(.userAgent, of: segment) { agent in
                VisitorAttributes(userAgent: String(decoding: agent, as: UTF8.self)).context
            }
        }
        for index in 0..<segment.count {
            // An imported hit has attributes only if its file had them.
            let known =
                attributes[index] ?? (sources[index] == 0 ? ResolutionRequest.Attributes() : nil)
            let empty = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            try unsafe feed.add(
                segment.text(.url, at: index) ?? empty, time: times[index],
                weight: max(1, weights[index]),
                ReplayCaller(
                    principal: principals[index], kind: kinds[index], attributes: known,
                    visitor: feed.readsVisitors ? visitors[index] ?? [:] : [:],
                    isBot: HitClient(number: clients[index])?.isBot))
        }
    }
}

/// A column of texts of a segment that occur again and again, each read once.
private struct NameColumn<Value> {
    private var numbers: [Int64] = []
    private var values: [Value] = []

    mutating func read(
        _ text: HitText, of segment: HitSegment, _ value: ([UInt8]) -> Value
    ) throws {
        let names = try segment.names(text, into: &numbers)
        // The texts are copied while the cursor lends the segment.
        values = (0..<names.count).map { value(unsafe Array(names[$0 + 1])) }
    }

    /// The value of a hit, or `nil` if it has no text.
    subscript(index: Int) -> Value? {
        numbers[index] == 0 ? nil : values[Int(numbers[index]) - 1]
    }
}
