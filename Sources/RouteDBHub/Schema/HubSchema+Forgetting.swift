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
            SELECT array_agg(sequence), array_agg(at_us), array_agg(namespace), array_agg(route),
                array_agg(revision), array_agg(outcome), array_agg(duration), array_agg(status),
                array_agg(weight), array_agg(import), array_agg(client), array_agg(url),
                array_agg(principal), array_agg(parameters), array_agg(referrer),
                array_agg(kind), array_agg(attributes), array_agg(user_agent)
            INTO numbers, times, namespaces, routes, revisions, outcomes, durations, statuses,
                weights, imports, clients, urls, principals, parameter_texts, referrers, kinds,
                attribute_texts, agents
            FROM \(batch)
            WHERE NOT EXISTS (
                    SELECT FROM routedb.forgotten_principal AS a
                    WHERE a.digest = sha256(convert_to(principal, 'UTF8')) AND a.until_us >= at_us)
                AND NOT EXISTS (
                    SELECT FROM routedb.forgotten_import AS b
                    WHERE b.stream = this_stream AND b.import = x.import);
            UPDATE routedb.stream
            SET forgotten = forgotten + (last_number - first_number + 1 - missing)::bigint
                - coalesce(cardinality(numbers), 0)
            WHERE id = this_stream;
        END IF;
        """
}
#endif
