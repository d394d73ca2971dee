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
        CREATE TABLE routedb.import (
            id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key      text NOT NULL UNIQUE,
            node     text NOT NULL,
            number   bigint NOT NULL,
            hits     bigint NOT NULL DEFAULT 0,
            first_us bigint,
            last_us  bigint
        )
        """,
        """
        CREATE TABLE routedb.forgotten_import (
            key          text PRIMARY KEY,
            forgotten_at timestamptz NOT NULL DEFAULT now()
        )
        """,
    ]

    /// Gives the imports of a batch the hub's numbers for them, by their identities: -1 to one that was
    /// forgotten.
    static let nameImports = """
        IF cardinality(import_numbers) > 0 THEN
            INSERT INTO routedb.import (key, node, number)
            SELECT k, node_name, n FROM unnest(import_keys, import_numbers) AS x (k, n)
            WHERE NOT EXISTS (SELECT FROM routedb.forgotten_import AS f WHERE f.key = k)
            ORDER BY k
            ON CONFLICT (key) DO NOTHING;
            imports := array(
                SELECT CASE WHEN x.i = 0 THEN 0 ELSE coalesce(m.id, -1) END
                FROM unnest(imports) WITH ORDINALITY AS x (i, place)
                LEFT JOIN unnest(import_keys, import_numbers) AS y (k, n) ON y.n = x.i
                LEFT JOIN routedb.import AS m ON m.key = y.k
                ORDER BY x.place);
            UPDATE routedb.import AS m SET hits = m.hits + b.hits,
                first_us = least(m.first_us, b.first_us), last_us = greatest(m.last_us, b.last_us)
            FROM (
                SELECT i, count(*) AS hits, min(t) AS first_us, max(t) AS last_us
                FROM unnest(imports, times) AS x (i, t) GROUP BY i
            ) AS b
            WHERE m.id = b.i;
        END IF;
        """

    /// Takes the hits out of a batch that were forgotten, and counts them.
    static let leaveOutForgotten = """
        IF EXISTS (
            SELECT FROM routedb.forgotten_principal
            WHERE until_us >= (SELECT min(t) FROM unnest(times) AS t))
            OR -1 = ANY (imports)
        THEN
            SELECT \(eachArray { column, _ in "array_agg(\(column))" })
            INTO \(eachArray { $1 })
            FROM \(batch)
            WHERE NOT EXISTS (
                    SELECT FROM routedb.forgotten_principal AS a
                    WHERE a.digest = sha256(convert_to(principal, 'UTF8')) AND a.until_us >= at_us)
                AND import >= 0;
            UPDATE routedb.stream
            SET forgotten = forgotten + (last_number - first_number + 1 - missing)::bigint
                - coalesce(cardinality(numbers), 0)
            WHERE id = this_stream;
        END IF;
        """
}
#endif
