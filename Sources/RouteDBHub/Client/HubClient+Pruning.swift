#if Hub
package import RouteDB

/// The days that were pruned, and those that were kept since no file has all of their hits.
package struct PrunedDays: Hashable, Sendable {
    /// The dates that were deleted, such as `20260131`.
    package let deleted: [String]
    /// The dates that have hits which were not exported.
    package let kept: [String]

    package init(deleted: [String], kept: [String]) {
        (self.deleted, self.kept) = (deleted, kept)
    }
}

extension HubClient {
    /// Deletes hits before a time, and joins the hourly sums of streams; the sums are kept.
    ///
    /// Whole days of hits go, so up to a day more is kept. If hits of the hub were ever exported, a day
    /// stays until all of its hits were, unless that does not matter. While somebody reads hits of a day
    /// that goes, nothing is pruned: all who bring hits would have to wait too.
    package func prune(
        olderThan seconds: Int64, unexported: Bool = false
    ) throws(RouteDBError) -> PrunedDays {
        try link.use(.writing) { connection in
            try connection.transaction("BEGIN", waiting: Self.pruningTimeout) {
                // Who makes a partition has this lock before any on hits, so neither waits for the other.
                try connection.run("SELECT pg_advisory_xact_lock(7239019)")
                // A hit that comes late is there before this, or knows its day to be gone.
                try connection.run("LOCK TABLE routedb.stream IN SHARE MODE")
                let old = try Self.daysToPrune(olderThan: seconds, connection)
                let kept = old.filter { $0.isUnexported && !unexported }
                let gone = old.filter { !$0.isUnexported || unexported }
                try Self.delete(gone, connection)
                try Self.pruneRest(olderThan: seconds, connection)
                return PrunedDays(
                    deleted: gone.filter(\.hasPartition).map(\.date), kept: kept.map(\.date))
            }
        }
    }

    /// How long a prune waits for those who read or bring hits, while others wait behind it.
    private static let pruningTimeout = "1s"

    private struct OldDay {
        let number: Int64
        let date: String
        let hasPartition: Bool
        /// True if hits are exported from this hub, and not all of the day were.
        let isUnexported: Bool
    }

    private static func daysToPrune(
        olderThan seconds: Int64, _ connection: HubConnection
    ) throws -> [OldDay] {
        try connection.run(
            """
            SELECT d.number, to_char(date '1970-01-01' + d.number::integer, 'YYYYMMDD'),
                to_regclass('routedb.hit_' || to_char(date '1970-01-01' + d.number::integer, 'YYYYMMDD'))
                    IS NOT NULL,
                EXISTS (SELECT FROM routedb.exported_day) AND (
                    d.number IN (SELECT day FROM routedb.late_day)
                    OR d.number IN (SELECT day FROM routedb.exported_day WHERE NOT (is_finished OR is_pruned))
                    OR d.number NOT IN (SELECT day FROM routedb.exported_day))
            FROM (\(days)) AS d (number)
            WHERE d.number < floor((extract(epoch FROM now()) - $1::bigint) / 86400)
            ORDER BY 1
            """, "\(seconds)"
        ).map { row in
            OldDay(
                number: row.number(0), date: row[1] ?? "", hasPartition: row[2] == "t",
                isUnexported: row[3] == "t")
        }
    }

    private static func delete(_ days: [OldDay], _ connection: HubConnection) throws {
        for day in days where day.hasPartition {
            try connection.run("DROP TABLE routedb.hit_\(day.date)")
        }
        let numbers = ArrayText.of(days.map(\.number))
        for sql in [
            """
            DELETE FROM routedb.hit_other
            WHERE \(HubSchema.day(of: "at_us")) = ANY ($1::bigint[])
            """, "DELETE FROM routedb.late_day WHERE day = ANY ($1::bigint[])",
            "UPDATE routedb.exported_day SET is_pruned = true WHERE day = ANY ($1::bigint[])",
        ] { try connection.run(sql, numbers) }
        // Cursors are needed by files that can be written again, and by the next file of a day.
        try connection.run(
            """
            DELETE FROM routedb.export AS e WHERE NOT EXISTS (
                SELECT FROM routedb.exported_day AS d
                WHERE NOT d.is_pruned AND e.id IN (d.export, d.previous))
            """)
    }

    /// Deletes what else is kept for a time, and joins sums.
    private static func pruneRest(
        olderThan seconds: Int64, _ connection: HubConnection
    ) throws {
        try connection.run(joinSums)
        // No promotion is compared with what is older.
        try connection.run(
            """
            DELETE FROM routedb.hit_revision
            WHERE hour < extract(epoch FROM now())::bigint - 90 * 86400
            """)
        // Streams count what was set aside for good.
        try connection.run(
            """
            DELETE FROM routedb.hit_aside
            WHERE set_aside_at < now() - $1::bigint * interval '1 second'
            """, "\(seconds)")
    }

    /// Says whether the sums of an hour are joined, by the hub's clock.
    static let isJoined = "hour < extract(epoch FROM now())::bigint - 2 * 86400"

    /// Joins the sums of hours that ended two days ago over the streams, as those of stream 0.
    static let joinSums = """
        WITH gone AS (
            DELETE FROM routedb.hit_hour
            WHERE stream <> 0 AND \(isJoined)
            RETURNING *
        )
        INSERT INTO routedb.hit_hour AS h
        SELECT hour, 0, namespace, route, outcome, sum(hits), sum(weight), sum(duration), sum(timed)
        FROM gone GROUP BY hour, namespace, route, outcome
        ON CONFLICT (hour, stream, namespace, route, outcome) DO UPDATE SET
            hits = h.hits + excluded.hits, weight = h.weight + excluded.weight,
            duration = h.duration + excluded.duration, timed = h.timed + excluded.timed
        """
}
#endif
