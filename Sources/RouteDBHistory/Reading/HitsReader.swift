package import RouteDBDatabase
package import RouteDBMigrations
import RouteDBSQLite

/// Reads the hits of a history, concurrently with any writers.
///
/// The reader owns one connection and is confined to one thread at a time. Everything read in one
/// call belongs to the same snapshot.
package final class HitsReader {
    /// The connection, for interrupting a long read.
    package let database: Database
    package let scripts: [MigrationScript]

    /// Opens a history.
    package init(
        path: String, busyTimeout: Duration = .seconds(5),
        scripts: [MigrationScript] = MigrationScript.history
    ) throws(RouteDBError) {
        self.scripts = scripts
        database = try HitsFile.openForReading(
            path: path, busyTimeout: busyTimeout, scripts: scripts)
    }

    /// Reads a history with the connection of others, in their transaction.
    package init(within database: Database) {
        (self.database, scripts) = (database, MigrationScript.history)
    }

    /// Passes every segment that may have hits in a range of times to a closure, and then the tail
    /// as if it were a segment.
    ///
    /// A segment may also have hits outside the range, and is valid only within the closure.
    package func scan(
        _ times: ClosedRange<Int64> = .min ... .max, texts: TextSelection,
        _ body: (HitSegment) throws -> Void
    ) throws(RouteDBError) {
        try database.transaction(.deferred) {
            let cursor = try HitsCursor(database: database, times: times, texts: texts)
            while let segment = try cursor.next() { try body(segment) }
        }
    }
}

extension HitSegment {
    /// Returns whether the range from the earliest to the latest hit overlaps a range of times.
    func overlaps(_ times: ClosedRange<Int64>) -> Bool {
        firstTime <= times.upperBound && lastTime >= times.lowerBound
    }
}

// For reading a history in parts, with a connection for each part.
extension HitsReader {
    /// Runs a closure whose reads all see the same snapshot.
    package func atOneMoment<Result>(
        _ body: () throws -> Result
    ) throws(RouteDBError) -> Result {
        try database.transaction(.deferred, body)
    }

    /// The state that is read.
    package func moment() throws(RouteDBError) -> HitsMoment {
        let sql: StaticString = """
            SELECT coalesce(sum(hits), 0), coalesce(sum(pruned), 0) + coalesce(sum(forgotten), 0),
                (SELECT coalesce(max(id), 0) FROM segment)
            FROM stream
            """
        return try database.run(sql) { statement in
            guard try statement.step() else { return HitsMoment(hits: 0, pruned: 0, segment: 0) }
            return HitsMoment(
                hits: statement.int(at: 0), pruned: statement.int(at: 1),
                segment: statement.int(at: 2))
        }
    }

    /// The range from the first to the last known time, or `nil` if there are no hits.
    package func times() throws(RouteDBError) -> ClosedRange<Int64>? {
        let sql: StaticString = """
            SELECT min(first), max(last) FROM (
                SELECT min(first_time) AS first, max(last_time) AS last FROM segment
                UNION ALL SELECT min(time), max(time) FROM tail)
            """
        let ranges = try [timeRange(sql), prunedTimes()].compactMap(\.self)
        guard let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return nil }
        return first...last
    }

    /// The times of the first and the last quarter hour with pruned hits.
    private func prunedTimes() throws(RouteDBError) -> ClosedRange<Int64>? {
        // Without pruned hits, no roll-up need be read to find that out.
        guard try hasPruned() else { return nil }
        return try timeRange(
            """
            SELECT min(bucket) * 1000000, max(bucket) * 1000000 FROM rollup
            WHERE pruned_hits > 0 OR bucket IN (SELECT bucket FROM pruned_bucket)
            """)
    }

    private func timeRange(_ sql: StaticString) throws(RouteDBError) -> ClosedRange<Int64>? {
        try database.run(sql) { statement in
            guard try statement.step(), let first = statement.optionalInt(at: 0),
                let last = statement.optionalInt(at: 1), first <= last
            else { return nil }
            return first...last
        }
    }

    /// Returns whether any hits have ever been pruned.
    package func hasPruned() throws(RouteDBError) -> Bool {
        try database.number("SELECT 1 FROM stream WHERE pruned > 0 LIMIT 1") != nil
    }

    /// The segments that may have hits in a range of times, by id.
    package func segments(_ times: ClosedRange<Int64>) throws(RouteDBError) -> [SegmentEntry] {
        let sql: StaticString = """
            SELECT id, hits, first_time, last_time FROM segment INDEXED BY segment_time
            WHERE last_time >= ?1 AND first_time <= ?2
            """
        let found = try database.run(sql) { statement in
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
            var found: [SegmentEntry] = []
            while try statement.step() {
                found.append(try SegmentEntry(statement, of: database))
            }
            return found
        }
        return found.sorted { $0.id < $1.id }
    }

    /// Passes segments to a closure, one after the other.
    package func scan(
        segments ids: some Sequence<Int64>, texts: TextSelection,
        _ body: (HitSegment) throws -> Void
    ) throws(RouteDBError) {
        let sql = """
            SELECT \(SegmentEntry.columns), \(texts.columns) FROM segment
            WHERE id = ?1
            """
        try database.run(composed: sql) { statement in
            var budget = WeightBudget()
            for id in ids {
                try statement.bind(id, at: 1)
                guard try statement.step() else {
                    throw database.corrupt("segment \(id) is missing")
                }
                let segment = try statement.segment(texts: texts, of: database)
                try budget.add(segment)
                try body(segment)
                statement.reset()
            }
        }
    }

    /// Passes the tail to a closure as if it were a segment, if it has hits in a range of times.
    package func scanTail(
        _ times: ClosedRange<Int64>, _ body: (HitSegment) throws -> Void
    ) throws(RouteDBError) {
        try TailRecords(database: database).read(times, body)
    }
}
