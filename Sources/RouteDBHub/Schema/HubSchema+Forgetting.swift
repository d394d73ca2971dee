#if Hub
extension HubSchema {
    /// Hits that were forgotten, which are not taken again.
    ///
    /// Of a principal only a digest is kept, by which its hits are known when a node sends them
    /// again: after the hub was set back to a backup, or from a machine that was away. Hits after
    /// `until_us` are new ones.
    static let forgettingStatements = [
        """
        CREATE TABLE routedb.forgotten_principal (
            digest       bytea PRIMARY KEY CHECK (length(digest) = 32),
            until_us     bigint NOT NULL,
            forgotten_at timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        CREATE TABLE routedb.forgotten_import (
            stream bigint NOT NULL, import bigint NOT NULL,
            forgotten_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (stream, import)
        )
        """,
    ]

    /// Takes the hits out of a batch that were forgotten, and counts them.
    static let leaveOutForgotten = """
        IF EXISTS (
            SELECT FROM routedb.forgotten_principal
            WHERE until_us >= (SELECT min(t) FROM unnest(times) AS t))
            OR EXISTS (SELECT FROM routedb.forgotten_import WHERE stream = this_stream)
        THEN
            SELECT array_agg(n), array_agg(t), array_agg(ns), array_agg(r), array_agg(v),
                array_agg(o), array_agg(d), array_agg(s), array_agg(w), array_agg(i),
                array_agg(c), array_agg(u), array_agg(p), array_agg(q), array_agg(f), array_agg(k),
                array_agg(a), array_agg(g)
            INTO numbers, times, namespaces, routes, revisions, outcomes, durations, statuses,
                weights, imports, clients, urls, principals, parameters, referrers, kinds,
                attributes, agents
            FROM unnest(numbers, times, namespaces, routes, revisions, outcomes, durations,
                statuses, weights, imports, clients, urls, principals, parameters, referrers, kinds,
                attributes, agents)
                AS x (n, t, ns, r, v, o, d, s, w, i, c, u, p, q, f, k, a, g)
            WHERE NOT EXISTS (
                    SELECT FROM routedb.forgotten_principal AS a
                    WHERE a.digest = sha256(convert_to(p, 'UTF8')) AND a.until_us >= t)
                AND NOT EXISTS (
                    SELECT FROM routedb.forgotten_import AS b
                    WHERE b.stream = this_stream AND b.import = i);
            UPDATE routedb.stream
            SET forgotten = forgotten + (last_number - first_number + 1 - missing)::bigint
                - coalesce(cardinality(numbers), 0)
            WHERE id = this_stream;
        END IF;
        """
}
#endif
