public import RouteDBRouting

/// The limits on the hits that a history keeps; a limit that is `nil` does not apply.
public struct HitRetention: Hashable, Sendable {
    /// Deletes hits before this time.
    public var olderThan: Timestamp?
    /// Deletes the oldest hits beyond this number; must not be negative.
    public var maximumHits: Int64?
    /// Deletes the oldest segments until the file uses at most this many bytes.
    ///
    /// Roll-ups and the open tail are always kept, whatever their size.
    public var maximumBytes: Int64?

    /// Creates a retention.
    ///
    /// - Parameters:
    ///   - olderThan: Deletes hits before this time.
    ///   - maximumHits: The number of hits to keep.
    ///   - maximumBytes: The number of bytes that the file may use.
    public init(
        olderThan: Timestamp? = nil, maximumHits: Int64? = nil, maximumBytes: Int64? = nil
    ) {
        self.olderThan = olderThan
        self.maximumHits = maximumHits
        self.maximumBytes = maximumBytes
    }

    /// The limits as recorded in the file's list of prunings.
    var rule: String {
        let limits = [
            ("older-than", olderThan?.microseconds), ("max-rows", maximumHits),
            ("max-bytes", maximumBytes),
        ]
        return limits.compactMap { name, limit in limit.map { "\(name)=\($0)" } }
            .joined(separator: " ")
    }
}

/// A pruning of a history, which deleted hits.
public struct HistoryPruning: Hashable, Sendable {
    /// The time of the pruning.
    public let time: Timestamp
    /// The rule, such as `older-than=1767323045000000 max-rows=1000000`.
    public let rule: String
    /// The number of hits deleted.
    public let hits: Int64
}

/// The totals of hits that are being deleted.
struct PrunedHits {
    /// An import, and the stream that its hits are in.
    struct Origin: Hashable {
        let source: Int64
        let stream: Int64
    }

    private(set) var rollUps = RollUps()
    /// The quarter hours of which no hit is left; the roll-ups do not have their hits.
    private(set) var buckets: Set<Int64> = []
    /// Hits of these quarter hours, of days of which hits are left.
    private(set) var parts = RollUps()
    /// The days of which no hit is left.
    private(set) var days: Set<Int64> = []
    /// The number of hits of each stream.
    private(set) var streams: [Int64: Int64] = [:]
    /// The roll-ups of hits that come from imports.
    private(set) var imports: [Origin: RollUps] = [:]

    /// Adds the hits of a segment.
    mutating func add(_ segment: HitSegment, before limit: Int64) {
        let found = RollUps.buckets(of: segment.column(.time))
        let isWhole = found.allSatisfy { $0 < limit }
        if isWhole {
            buckets.formUnion(found)
            let found = Set(found.map { RollUps.day(of: $0) })
            let whole = found.filter { $0 <= limit - RollUps.daySeconds }
            days.formUnion(whole)
            if whole.count < found.count { parts.add(segment) }
        }
        if isWhole, let stream = segment.constant(.stream), segment.constant(.source) == 0 {
            streams[stream, default: 0] += Int64(segment.count)
        } else {
            add(isInRollUps: !isWhole) { segment.column($0) }
        }
    }

    /// Adds hits, given by their columns.
    mutating func add(isInRollUps: Bool = true, column: (HitNumber) -> [Int64]) {
        if isInRollUps { rollUps.add { column($0)[...] } }
        let (sources, streams) = (column(.source), column(.stream))
        var places: [Origin: [Int]] = [:]
        var start = 0
        // Consecutive hits mostly belong to the same stream and import.
        while start < streams.count {
            let origin = Origin(source: sources[start], stream: streams[start])
            let end =
                (start..<streams.count).first {
                    streams[$0] != origin.stream || sources[$0] != origin.source
                } ?? streams.count
            self.streams[origin.stream, default: 0] += Int64(end - start)
            if origin.source != 0 { places[origin, default: []] += start..<end }
            start = end
        }
        for (origin, places) in places {
            imports[origin, default: RollUps()].add { number in
                let values = column(number)
                return places.map { values[$0] }[...]
            }
        }
    }
}
