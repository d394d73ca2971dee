package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A pruning in progress.
///
/// - P1: Hits are deleted in the transaction that counts them as pruned, in the roll-ups and in
///   their streams.
/// - P2: Whole segments are deleted without reading their texts; a segment of which hits remain is
///   rewritten.
/// - P4: Quarters of an hour of which no hit is left are listed, in place of counting their hits in
///   each roll-up.
struct HitsPruning {
    /// The number of segments deleted in one transaction.
    private var batchSize = 64

    let database: Database
    let retention: HitRetention
    let time: Timestamp
    /// The number of hits deleted so far.
    private(set) var hits: Int64 = 0
    private var row: Int64?

    init(database: Database, retention: HitRetention, time: Timestamp) {
        self.database = database
        self.retention = retention
        self.time = time
    }

    /// The same pruning with one segment per transaction, or `nil` if it already has one.
    var withSmallerSteps: HitsPruning? {
        guard batchSize > 1 else { return nil }
        var smaller = self
        smaller.batchSize = 1
        return smaller
    }

    private struct Candidate {
        let id: Int64
        let hits: Int64
        let bytes: Int64
    }

    private var tail: TailRecords { TailRecords(database: database) }
    private var segments: SegmentRecords { SegmentRecords(database: database) }

    /// Deletes some hits within the caller's transaction.
    mutating func step() throws(RouteDBError) -> Bool {
        var count: Int64 = 0
        if let time = retention.olderThan?.microseconds { count = try removeHits(before: time) }
        if count == 0, let limit = retention.maximumHits { count = try removeHits(above: limit) }
        if count == 0, let limit = retention.maximumBytes { count = try removeBytes(above: limit) }
        guard count > 0 else { return false }
        hits += count
        try record()
        return true
    }

    private func removeHits(before time: Int64) throws(RouteDBError) -> Int64 {
        let whole = try candidates("SELECT id, hits, 0 FROM segment WHERE last_time < ?1 LIMIT ?2")
        {
            try $0.bind(time, at: 1)
            try $0.bind(batchSize, at: 2)
        }
        guard whole.isEmpty else { return try remove(whole) }
        let isOld: (HitSegment) -> [Bool] = { segment in
            (0..<segment.count).map { segment.value(.time, at: $0) < time }
        }
        let partly = try database.number(
            "SELECT id FROM segment WHERE last_time >= ?1 AND first_time < ?1 LIMIT 1", time)
        if let partly { return try cut(partly, isOld) }
        let inTail = try database.number("SELECT 1 FROM tail WHERE time < ?1 LIMIT 1", time)
        return inTail == nil ? 0 : try cutTail(isOld)
    }

    private func removeHits(above limit: Int64) throws(RouteDBError) -> Int64 {
        let sealed = try segments.summary().hits
        let waiting = try database.number("SELECT count(*) FROM tail") ?? 0
        let excess = sealed + waiting - max(0, limit)
        guard excess > 0 else { return 0 }
        let oldest = try oldest()
        var rest = excess
        let whole = oldest.prefix { candidate in
            rest -= candidate.hits
            return rest >= 0
        }
        guard whole.isEmpty else { return try remove(Array(whole)) }
        let isExcess: (HitSegment) -> [Bool] = { segment in
            let order = (0..<segment.count).sorted {
                (segment.value(.time, at: $0), $0) < (segment.value(.time, at: $1), $1)
            }
            var isExcess = [Bool](repeating: false, count: segment.count)
            for index in order.prefix(Int(excess)) { isExcess[index] = true }
            return isExcess
        }
        guard let first = oldest.first else { return try cutTail(isExcess) }
        return try cut(first.id, isExcess)
    }

    private func removeBytes(above limit: Int64) throws(RouteDBError) -> Int64 {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let free = try database.number("PRAGMA freelist_count") ?? 0
        var excess = (pages - free) * (try database.number("PRAGMA page_size") ?? 0) - max(0, limit)
        let whole = try oldest().prefix { candidate in
            defer { excess -= candidate.bytes }
            return excess > 0
        }
        return try remove(Array(whole))
    }

    private func oldest() throws(RouteDBError) -> [Candidate] {
        try candidates(
            """
            SELECT id, hits, length(columns) + length(texts)
                + coalesce(length(urls), 0) + coalesce(length(parameters), 0)
            FROM segment
            ORDER BY last_time, first_time LIMIT ?1
            """
        ) { try $0.bind(batchSize, at: 1) }
    }

    private func candidates(
        _ sql: StaticString, _ bind: (inout Statement) throws -> Void
    ) throws(RouteDBError) -> [Candidate] {
        try database.run(sql) { statement in
            try bind(&statement)
            var candidates: [Candidate] = []
            while try statement.step() {
                let hits = try database.checked(
                    statement.int(at: 1), 1...Int64(HitSegment.maximumCount), "hits")
                candidates.append(
                    Candidate(id: statement.int(at: 0), hits: hits, bytes: statement.int(at: 2)))
            }
            return candidates
        }
    }

    /// Deletes whole segments.
    private func remove(_ candidates: [Candidate]) throws(RouteDBError) -> Int64 {
        guard !candidates.isEmpty else { return 0 }
        var removed = PrunedHits()
        let limit = try firstBucket(without: Set(candidates.map(\.id)))
        for candidate in candidates {
            try segments.read(candidate.id, texts: .none) { removed.add($0, before: limit) }
            try database.run("DELETE FROM segment WHERE id = ?1", candidate.id)
        }
        try count(removed)
        return candidates.reduce(0) { $0 + $1.hits }
    }

    /// The quarter hour of the first hit that is left without some segments, or .max for none.
    private func firstBucket(without removed: Set<Int64>) throws(RouteDBError) -> Int64 {
        let first = try database.run("SELECT id, first_time FROM segment") { statement in
            var first: Int64?
            while try statement.step() {
                guard !removed.contains(statement.int(at: 0)) else { continue }
                first = min(first ?? .max, statement.int(at: 1))
            }
            return first
        }
        let times = try [first, database.number("SELECT min(time) FROM tail")].compactMap(\.self)
        return times.min().map { RollUps.bucket(of: $0) } ?? .max
    }

    /// Deletes some of a segment's hits, but not all.
    private func cut(
        _ id: Int64, _ isRemoved: (HitSegment) -> [Bool]
    ) throws(RouteDBError) -> Int64 {
        let parts = try segments.read(id, texts: .all) {
            try $0.parts(isRemoved($0))
        }
        // According to the header there are hits of both kinds.
        guard !parts.kept.isEmpty, !parts.removed.isEmpty else {
            throw database.corrupt("the time range of segment \(id) does not match its hits (S7)")
        }
        try segments.replace(id, with: parts.kept.segment(at: 0))
        return try count(parts.removed)
    }

    private func cutTail(_ isRemoved: (HitSegment) -> [Bool]) throws(RouteDBError) -> Int64 {
        let batch = try tail.all()
        guard !batch.isEmpty else { return 0 }
        let parts: (kept: HitBatch, removed: HitBatch)
        do {
            parts = try batch.segment(at: 0).withSegment(id: 0) { try $0.parts(isRemoved($0)) }
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
        try tail.removeAll()
        if !parts.kept.isEmpty { try tail.insert(parts.kept.segment(at: 0)) }
        return try count(parts.removed)
    }

    private func count(_ batch: HitBatch) throws(RouteDBError) -> Int64 {
        var removed = PrunedHits()
        removed.add(column: { batch[$0] })
        try count(removed)
        return Int64(batch.count)
    }

    /// Counts hits as pruned (P1).
    private func count(_ removed: PrunedHits) throws(RouteDBError) {
        try RollUpRecords(database: database).prune(removed.rollUps)
        try PrunedBucketRecords(database: database).add(removed.buckets.sorted())
        let days = DayRecords(database: database)
        try days.prune(removed.rollUps, days: [])
        try days.prune(removed.parts, days: removed.days)
        for (stream, hits) in removed.streams {
            try database.run("UPDATE stream SET pruned = pruned + ?1 WHERE id = ?2", hits, stream)
        }
        try PrunedImportRecords(database: database).add(removed.imports)
    }

    /// Updates the file's list of prunings.
    private mutating func record() throws(RouteDBError) {
        if let row {
            try database.run("UPDATE pruning SET hits = ?1 WHERE id = ?2", hits, row)
            return
        }
        try database.run("INSERT INTO pruning (pruned_at, rule, hits) VALUES (?1, ?2, ?3)") {
            try $0.bind(time, at: 1)
            try $0.bind(retention.rule, at: 2)
            try $0.bind(hits, at: 3)
            try $0.run()
        }
        row = database.connection.lastInsertedRowID
    }
}

extension HitsWriter {
    /// Removes the history and its lock if nothing was ever written to it and no other connection
    /// is open, so that a failed first import leaves nothing behind.
    ///
    /// The writer cannot be used afterwards.
    package func removeIfUnused() throws(RouteDBError) -> Bool {
        try lock.locked { () throws(RouteDBError) in
            guard isInPlace, try database.number(Self.anyRow) == nil, removeLog() else {
                return false
            }
            try database.transaction(.immediate) {
                FileAccess(path: database.path).resolved.remove()
                lock.remove()
            }
            return true
        }
    }

    private static let anyRow: StaticString = """
        SELECT 1 FROM (
            SELECT id FROM stream UNION ALL SELECT id FROM import UNION ALL SELECT id FROM pruning)
        LIMIT 1
        """

    /// Removes the write-ahead log and its index, which SQLite refuses while other connections are
    /// open.
    private func removeLog() -> Bool {
        let mode = try? database.connection.withoutWaiting { connection throws(SQLiteError) in
            try connection.setPragma("journal_mode", to: "DELETE")
        }
        return mode == "delete"
    }
}
