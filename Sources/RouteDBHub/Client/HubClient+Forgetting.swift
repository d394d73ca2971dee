#if Hub
package import RouteDB

/// Hits that are deleted from a hub by request.
package enum ForgottenHits: Sendable {
    /// The hits of a principal.
    case principal(String)
    /// The hits of imports, by their identities.
    case imports(Set<String>)

    /// The SQL condition on `h` that selects them.
    fileprivate var condition: String {
        switch self {
        case .principal: "h.principal = $1"
        case .imports:
            "h.import IN (SELECT id FROM routedb.import WHERE key = ANY ($1::text[]))"
        }
    }

    fileprivate var parameters: [String?] {
        switch self {
        case .principal(let name): [StoredText.of(Array(name.utf8))]
        case .imports(let keys): [ArrayText.of(keys.sorted())]
        }
    }

    /// The statements that end a deletion, while `pg_temp.gone` has the sums of the hits.
    fileprivate var ends: [String] {
        switch self {
        case .principal:
            [
                """
                UPDATE routedb.forgotten_principal SET until_us = greatest(
                    (extract(epoch FROM now()) * 1000000)::bigint,
                    (SELECT max(latest) FROM pg_temp.gone))
                WHERE digest = sha256(convert_to($1, 'UTF8'))
                """, "UPDATE routedb.hit_aside SET hit = NULL WHERE hit ->> 'principal' = $1",
            ]
        case .imports:
            [
                """
                UPDATE routedb.hit_aside SET hit = NULL WHERE (hit ->> 'import')::bigint IN (
                    SELECT id FROM routedb.import WHERE key = ANY ($1::text[]))
                """, "DELETE FROM routedb.import WHERE key = ANY ($1::text[])",
            ]
        }
    }

    /// Notes that they are not taken any more.
    fileprivate var note: String {
        switch self {
        case .principal:
            // Until it is known how far ahead the clocks of nodes were, hits of any time are meant.
            """
            INSERT INTO routedb.forgotten_principal (digest, until_us)
            VALUES (sha256(convert_to($1, 'UTF8')), 9223372036854775807)
            ON CONFLICT (digest) DO UPDATE SET until_us = excluded.until_us, forgotten_at = now()
            """
        case .imports:
            """
            INSERT INTO routedb.forgotten_import (key)
            SELECT k FROM unnest($1::text[]) AS k ORDER BY k
            ON CONFLICT DO NOTHING
            """
        }
    }
}

extension HubClient {
    /// How many hits would be forgotten.
    package func count(forgetting hits: ForgottenHits) throws(RouteDBError) -> Int64 {
        try link.use(.reading) { connection in
            try connection.run(
                "SELECT count(*) FROM routedb.hit AS h WHERE \(hits.condition)",
                values: hits.parameters
            ).first?.number(0) ?? 0
        }
    }

    /// Deletes hits, and takes them out of the hourly sums; a node that sends them again is told
    /// that they were taken.
    ///
    /// First it is noted that they are not taken any more, then they are deleted with what they are
    /// in the sums, in one transaction. If that fails, the same call completes it.
    package func forget(_ hits: ForgottenHits) throws(RouteDBError) -> Int64 {
        try link.use(.writing) { connection in
            try connection.transaction {
                // Batches that are being taken end before, and the next ones know of it.
                try connection.run("LOCK TABLE routedb.stream IN SHARE MODE")
                try connection.run(hits.note, values: hits.parameters)
            }
            return try connection.transaction {
                let count = try Self.delete(
                    where: hits.condition, hits.parameters, countedAs: "forgotten", connection)
                for end in hits.ends { try connection.run(end, values: hits.parameters) }
                return count
            }
        }
    }

    /// Deletes hits on a condition, with what they are in the sums; returns how many.
    ///
    /// Their number is added to a column of their streams. The table `pg_temp.gone` has what they were
    /// in the sums, until the transaction ends.
    static func delete(
        where condition: String, _ parameters: [String?], countedAs column: String,
        _ connection: HubConnection
    ) throws -> Int64 {
        try connection.run(
            """
            CREATE TEMP TABLE gone (
                hour bigint, stream bigint, namespace bigint, route bigint, outcome bigint,
                hits bigint, weight numeric, duration numeric, timed bigint, latest bigint
            ) ON COMMIT DROP
            """)
        try connection.run(
            """
            WITH deleted AS (DELETE FROM routedb.hit AS h WHERE \(condition) RETURNING *)
            INSERT INTO pg_temp.gone
            SELECT floor(at_us::numeric / 3600000000)::bigint * 3600, stream, namespace, route,
                outcome, count(*), sum(weight), sum(greatest(duration, 0)),
                count(*) FILTER (WHERE duration >= 0), max(at_us)
            FROM deleted GROUP BY 1, 2, 3, 4, 5
            """, values: parameters)
        // Streams before sums, as batches do it, so that the two never wait for each other.
        try connection.run(
            """
            UPDATE routedb.stream AS s SET \(column) = s.\(column) + g.hits
            FROM (SELECT stream, sum(hits)::bigint AS hits FROM pg_temp.gone GROUP BY 1) AS g
            WHERE s.id = g.stream
            """)
        try connection.run("LOCK TABLE routedb.hit_hour IN SHARE ROW EXCLUSIVE MODE")
        // Then it is known which sums a hit is in: those of its stream, or of all streams.
        try connection.run(joinSums)
        try connection.run(subtract)
        try connection.run(
            """
            DELETE FROM routedb.hit_hour
            WHERE hits = 0 AND hour IN (SELECT hour FROM pg_temp.gone)
            """)
        return try connection.run("SELECT coalesce(sum(hits), 0)::bigint FROM pg_temp.gone").first?
            .number(0) ?? 0
    }

    private static let subtract = """
        UPDATE routedb.hit_hour AS h
        SET hits = h.hits - g.hits, weight = h.weight - g.weight,
            duration = h.duration - g.duration, timed = h.timed - g.timed
        FROM (
            SELECT hour, CASE WHEN \(isJoined) THEN 0 ELSE stream END AS stream, namespace, route,
                outcome, sum(hits) AS hits, sum(weight) AS weight, sum(duration) AS duration,
                sum(timed) AS timed
            FROM pg_temp.gone GROUP BY 1, 2, 3, 4, 5
        ) AS g
        WHERE (h.hour, h.stream, h.namespace, h.route, h.outcome)
            = (g.hour, g.stream, g.namespace, g.route, g.outcome)
        """
}
#endif
