#if Hub
package import RouteDB

extension HubClient {
    /// A day of hits, in UTC.
    package struct HitDay: Hashable, Sendable {
        /// How many days after 1970-01-01 it is.
        package let number: Int64
        /// The date, such as `2026-01-31`.
        package let date: String
    }

    /// The days that have hits and ended some time ago.
    package func closedDays(endedBefore seconds: Int64) throws(RouteDBError) -> [HitDay] {
        try link.use(.reading) { connection in
            try connection.run(
                """
                WITH day (number) AS (
                    SELECT (to_date(substr(c.relname, 5), 'YYYYMMDD') - date '1970-01-01')::bigint
                    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'routedb.hit'::regclass AND c.relname ~ '^hit_[0-9]{8}$'
                    UNION
                    SELECT floor(at_us::numeric / 86400000000)::bigint FROM routedb.hit_other
                )
                SELECT number, date '1970-01-01' + number::integer FROM day
                WHERE number BETWEEN -700000 AND 2000000
                    AND (number + 1) * 86400 <= extract(epoch FROM now()) - $1::bigint
                ORDER BY number
                """, "\(seconds)"
            ).map { HitDay(number: $0.number(0), date: $0[1] ?? "") }
        }
    }

    /// Writes the hits of a day as CSV, with a line of names first, in the order of their times.
    package func copyHits(
        of day: HitDay, _ receive: @Sendable ([UInt8]) throws -> Void
    ) throws -> Int64 {
        // A statement that is not read to its end would keep the connection.
        defer { link.close() }
        let (start, end) = (day.number * 86_400_000_000, (day.number + 1) * 86_400_000_000)
        var lines: Int64 = 0
        var failure: (any Error)?
        try link.use(.reading) { connection in
            try connection.copy(
                """
                COPY (
                    SELECT at_us, outcome, namespace_id, route_id, revision, duration_us, status,
                        weight, url, principal, parameters, referrer, kind, attributes, user_agent,
                        bot, platform, node, stream, sequence
                    FROM routedb.hits WHERE at_us >= \(start) AND at_us < \(end)
                    ORDER BY at_us, stream COLLATE "C", sequence
                ) TO STDOUT WITH (FORMAT csv, HEADER)
                """
            ) { line in
                do {
                    try receive(line)
                    lines += 1
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
        return max(0, lines - 1)
    }
}
#endif
