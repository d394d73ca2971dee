package import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

/// Statistics of a history.
public struct HistoryInfo: Hashable, Sendable {
    /// The number of hits in the file.
    public internal(set) var hits: Int64 = 0
    /// The number of hits in the open tail, where a hit takes more space than in a segment.
    public internal(set) var tailHits: Int64 = 0
    /// The number of sealed segments.
    public internal(set) var segments: Int64 = 0
    /// The time of the earliest hit; `nil` without hits.
    public internal(set) var firstTime: Timestamp?
    /// The time of the latest hit; `nil` without hits.
    public internal(set) var lastTime: Timestamp?
    /// The number of streams: each machine that wrote to the file has its own, and each program that
    /// numbers its hits itself.
    public internal(set) var streams: Int64 = 0
    /// The size of the file, in bytes, without its write-ahead log.
    public internal(set) var bytes: Int64 = 0
    /// The free space in the file, in bytes, which can be reused or returned to the system.
    public internal(set) var freeBytes: Int64 = 0
    /// The number of hits that recorders dropped because their queues were full; not included
    /// elsewhere.
    public internal(set) var lostHits: Int64 = 0
    /// The number of pruned hits, which remain only in the roll-ups.
    public internal(set) var prunedHits: Int64 = 0
    /// The prunings, the latest first.
    public internal(set) var prunings: [HistoryPruning] = []
}

extension HitsReader {
    /// Returns statistics of the file.
    ///
    /// - Complexity: O(*n*) in the number of segments; their hits are not read.
    package func info() throws(RouteDBError) -> HistoryInfo {
        try database.transaction(.deferred) {
            var info = HistoryInfo()
            let sealed = try segments.summary()
            let tail = try tailSummary()
            info.hits = sealed.hits + tail.hits
            (info.segments, info.tailHits) = (sealed.segments, tail.hits)
            info.firstTime = [sealed.first, tail.first].compactMap(\.self).min()
                .map(Timestamp.init)
            info.lastTime = [sealed.last, tail.last].compactMap(\.self).max()
                .map(Timestamp.init)
            info.streams =
                try database.number(
                    "SELECT count(*) FROM stream WHERE hits > forgotten OR hits = 0") ?? 0
            info.lostHits = try database.total("SELECT sum(hits), min(hits) FROM loss")
            info.prunedHits = try database.total("SELECT sum(pruned), min(pruned) FROM stream")
            let pageSize = try database.number("PRAGMA page_size") ?? 0
            info.bytes = try (database.number("PRAGMA page_count") ?? 0) * pageSize
            info.freeBytes = try (database.number("PRAGMA freelist_count") ?? 0) * pageSize
            info.prunings = try prunings()
            return info
        }
    }

    private func tailSummary() throws(RouteDBError) -> (hits: Int64, first: Int64?, last: Int64?) {
        try database.run("SELECT count(*), min(time), max(time) FROM tail") { statement in
            guard try statement.step() else { return (0, nil, nil) }
            return (
                statement.int(at: 0), statement.optionalInt(at: 1), statement.optionalInt(at: 2)
            )
        }
    }

    var segments: SegmentRecords { SegmentRecords(database: database) }

    private func prunings() throws(RouteDBError) -> [HistoryPruning] {
        try database.run("SELECT pruned_at, rule, hits FROM pruning ORDER BY id DESC") {
            statement in
            var prunings: [HistoryPruning] = []
            while try statement.step() {
                prunings.append(
                    HistoryPruning(
                        time: statement.time(at: 0), rule: statement.string(at: 1),
                        hits: try database.checked(statement.int(at: 2), 1 ... .max, "hits")))
            }
            return prunings
        }
    }

    /// The number of hits that a retention would delete now; an estimate for a limit on the size.
    ///
    /// - Complexity: O(*n*) in the number of segments, plus the hits of segments that are only
    ///   partly older.
    package func count(pruning retention: HitRetention) throws(RouteDBError) -> Int64 {
        // Each limit deletes the oldest hits, so the strictest one decides.
        var count: Int64 = 0
        if let time = retention.olderThan?.microseconds { count = try hits(before: time) }
        if let limit = retention.maximumHits {
            count = max(count, try info().hits - max(0, limit))
        }
        if let limit = retention.maximumBytes {
            count = max(count, try hits(above: limit))
        }
        return count
    }

    private func hits(before time: Int64) throws(RouteDBError) -> Int64 {
        try database.transaction(.deferred) {
            var count = try segments.summary(before: time).hits
            count += try database.number("SELECT count(*) FROM tail WHERE time < ?1", time) ?? 0
            let sql = """
                SELECT \(SegmentEntry.columns), columns FROM segment
                WHERE last_time >= ?1 AND first_time < ?1
                """
            try database.run(composed: sql) { statement in
                try statement.bind(time, at: 1)
                while try statement.step() {
                    let segment = try statement.segment(texts: .none, of: database)
                    count += Int64(segment.column(.time).count { $0 < time })
                }
            }
            return count
        }
    }

    private func hits(above limit: Int64) throws(RouteDBError) -> Int64 {
        let info = try info()
        var excess = info.bytes - info.freeBytes - max(0, limit)
        let sql = """
            SELECT \(SegmentEntry.columns), \(SegmentEntry.size) FROM segment
            ORDER BY last_time, first_time
            """
        return try database.run(composed: sql) { statement in
            var count: Int64 = 0
            while excess > 0, try statement.step() {
                count += try SegmentEntry(statement, of: database).hits
                excess -= statement.int(at: 4)
            }
            return count
        }
    }
}

extension HitsReader {
    /// The number of hits that ``scan(_:texts:_:)`` would pass for a range of times: those in the
    /// tail and in every segment that may have hits in the range.
    ///
    /// - Complexity: Linear in the number of segments; their hits are not read.
    package func count(_ times: ClosedRange<Int64>) throws(RouteDBError) -> Int64 {
        try database.transaction(.deferred) {
            let sealed = try segments.summary(of: times).hits
            return sealed + Int64(try TailRecords(database: database).count())
        }
    }
}
