#if Hub
import RouteDB

/// The tables of a hub, in the schema `routedb` of its database.
///
/// 1. `hub` has one row: the version of the tables, and the least versions that may read and write
///    them. A client of another version does not guess.
/// 2. `registry_head` has one row: the newest revision with its digest. Every publication begins by
///    locking it, so revisions are numbered in the order of their commits.
/// 3. `registry_part` has the lines of the feed of each revision, in parts of bounded size.
/// 4. `node` has a row for each node: what it has applied, and what it refused.
/// 5. `stream` has a row for each stream of hits: whose it is, and how many of them the hub has. `hit` has
///    the hits, in a partition for each day; `hit_hour` sums them up; `gap` says which a node had no
///    longer, and `hit_aside` which were refused, and why.
/// 6. `node_group` has a row for each group of nodes: the revision that was promoted to it. If it has
///    none, nodes get the newest. `promotion` says what was promoted when, and what of the hits is
///    watched since; `halt` has the revisions that may not be promoted. `hit_revision` sums hits up
///    by the revision that answered them, in the hours in which they came.
/// 7. `import` has a row for each import of a log, by its identity. `forgotten_principal` and
///    `forgotten_import` say which hits were deleted by request, and are not taken again.
/// 8. `exported_day` has a row for each file of hits that was exported, whose bounds `export_cursor`
///    has; `late_day` has the days of hits that came since.
package enum HubSchema {
    /// The version that this library makes, and the newest that it reads and writes.
    package static let version = steps.count

    /// Makes the tables of each version from those of the version before.
    ///
    /// A step that has been released is never edited.
    static let steps = [
        registryStatements + hitStatements + shippingStatements + groupStatements
            + promotionStatements + watchStatements + forgettingStatements + exportStatements
    ]

    /// The tables that a hub must have.
    static let tables = [
        "registry_head", "registry_revision", "registry_part", "node", "stream", "hit", "hit_hour",
        "hit_aside", "gap", "node_group", "promotion", "halt", "hit_revision",
        "forgotten_principal", "import", "forgotten_import", "export", "export_cursor",
        "exported_day", "late_day",
    ]

    private static let registryStatements = [
        """
        CREATE TABLE routedb.registry_head (
            id          integer PRIMARY KEY CHECK (id = 1),
            revision    bigint NOT NULL CHECK (revision >= 0),
            digest      text NOT NULL,
            schema      bigint NOT NULL,
            fingerprint text NOT NULL,
            ending      text NOT NULL,
            changed_at  timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        CREATE TABLE routedb.registry_revision (
            number bigint PRIMARY KEY CHECK (number >= 1),
            digest text NOT NULL CHECK (length(digest) = 64)
        )
        """,
        """
        CREATE TABLE routedb.registry_part (
            number bigint NOT NULL REFERENCES routedb.registry_revision ON DELETE CASCADE,
            part   integer NOT NULL,
            lines  text NOT NULL,
            PRIMARY KEY (number, part)
        )
        """,
        """
        CREATE TABLE routedb.node (
            name        text PRIMARY KEY CHECK (name <> ''),
            reporter    name NOT NULL,
            revision    bigint NOT NULL,
            digest      text NOT NULL,
            error       text,
            groups      text[] NOT NULL,
            instance    text NOT NULL,
            previous    text,
            doubled_at  timestamptz,
            clock_ahead bigint NOT NULL,
            seen_at     timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        INSERT INTO routedb.registry_head (id, revision, digest, schema, fingerprint, ending)
        VALUES (1, 0, '', 0, '', '{"end":0,"tags":[]}')
        """,
        heard,
    ]

    /// The function by which a node reports: what it has, what it refused, its groups, its clock.
    ///
    /// The hits that are watched are looked at meanwhile, and the days to come get their partitions.
    ///
    /// Of two processes that call themselves by one name, each takes the place of the other again
    /// and again, if they are of one user. A node that was heard of within ten minutes is that of the
    /// user who reported it.
    private static let heard = """
        CREATE FUNCTION routedb.heard(
            node_name text, node_instance text, node_revision bigint, node_digest text,
            node_error text, node_clock bigint, node_groups text[]
        ) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            doubled boolean;
        BEGIN
            IF NOT coalesce(
                octet_length(node_name) BETWEEN 1 AND 200 AND octet_length(node_instance) <= 200
                AND octet_length(node_digest) <= 64 AND node_revision >= 0
                AND cardinality(node_groups) <= 100
                AND octet_length(array_to_string(node_groups, ' ', '')) <= 10000, false)
            THEN
                RAISE EXCEPTION 'this is no report of a node'
                    USING ERRCODE = 'invalid_parameter_value';
            END IF;
            INSERT INTO routedb.node AS n
                (name, reporter, revision, digest, error, groups, instance, clock_ahead)
            VALUES (node_name, session_user, node_revision, node_digest, left(node_error, 4000),
                node_groups, node_instance,
                node_clock - (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
            ON CONFLICT (name) DO UPDATE SET
                reporter = excluded.reporter, revision = excluded.revision, digest = excluded.digest, error = excluded.error,
                groups = excluded.groups, clock_ahead = excluded.clock_ahead, seen_at = now(),
                doubled_at = CASE
                    WHEN n.instance <> excluded.instance AND n.previous = excluded.instance
                    THEN now() ELSE n.doubled_at END,
                previous = CASE
                    WHEN n.instance = excluded.instance THEN n.previous ELSE n.instance END,
                instance = excluded.instance
            WHERE routedb.acts_for(n.reporter) OR n.seen_at < now() - interval '10 minutes'
            RETURNING coalesce(doubled_at > now() - interval '10 minutes', false) INTO doubled;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'node ''%'' belongs to another user', node_name
                    USING ERRCODE = 'insufficient_privilege';
            END IF;
            IF EXISTS (
                SELECT FROM routedb.promotion AS p JOIN routedb.node_group AS g ON g.promotion = p.id
                WHERE p.is_watched AND p.watched_at < now() - interval '5 seconds')
            THEN
                PERFORM routedb.watch();
            END IF;
            PERFORM routedb.open_coming_days();
            RETURN doubled;
        END $$
        """
}
#endif
