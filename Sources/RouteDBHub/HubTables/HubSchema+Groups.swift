#if Hub
extension HubSchema {
    /// Version 2: groups of nodes, to which revisions are promoted.
    ///
    /// Only these functions write to the tables of groups, each in one transaction.
    static let groupStatements =
        [
            """
            CREATE TABLE routedb.node_group (
                name      text PRIMARY KEY CHECK (name <> ''),
                revision  bigint NOT NULL DEFAULT 0,
                digest    text NOT NULL DEFAULT '',
                promotion bigint
            )
            """,
            """
            CREATE TABLE routedb.halt (
                revision  bigint NOT NULL,
                digest    text NOT NULL,
                reason    text NOT NULL,
                author    text NOT NULL,
                halted_at timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (revision, digest)
            )
            """,
            "ALTER TABLE routedb.node ADD COLUMN groups text[] NOT NULL DEFAULT '{}'",
            // Rows are stored as they come, so the blocks of a time are few: an index of some pages.
            "CREATE INDEX hit_at ON routedb.hit USING brin (at_us)",
            offered, heardFrom, openGroup, closeGroup,
        ] + promotionStatements + watchStatements

    /// The revision that nodes of some groups get.
    ///
    /// It is the newest one that was promoted to any of them, or to all; without groups, the newest.
    /// No row if there is none of the hub's registry.
    private static let offered = """
        CREATE FUNCTION routedb.offered(names text[]) RETURNS TABLE (revision bigint, digest text)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT h.revision, h.digest FROM routedb.registry_head AS h
            WHERE h.revision > 0 AND NOT EXISTS (SELECT FROM routedb.node_group)
            UNION ALL
            (SELECT g.revision, g.digest FROM routedb.node_group AS g
            JOIN routedb.registry_revision AS r ON r.number = g.revision AND r.digest = g.digest
            WHERE g.name = 'all' OR g.name = ANY (names)
            ORDER BY g.revision DESC LIMIT 1)
        $$
        """

    /// What a node tells, with its groups; the hits that are watched are looked at meanwhile.
    private static let heardFrom = """
        CREATE FUNCTION routedb.heard_from(
            node_name text, node_instance text, node_revision bigint, node_digest text,
            node_error text, node_clock bigint, node_groups text[]
        ) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            doubled boolean := routedb.heard(
                node_name, node_instance, node_revision, node_digest, node_error, node_clock);
        BEGIN
            UPDATE routedb.node SET groups = node_groups
            WHERE name = node_name AND groups <> node_groups;
            IF EXISTS (
                SELECT FROM routedb.promotion AS p JOIN routedb.node_group AS g ON g.promotion = p.id
                WHERE p.is_watched AND p.watched_at < now() - interval '5 seconds')
            THEN
                PERFORM routedb.watch();
            END IF;
            RETURN doubled;
        END $$
        """

    /// Makes a group.
    ///
    /// With the first one, the group 'all' is made too, at the newest revision; from
    /// then on clients that do not know groups may not read, since they would get every revision.
    private static let openGroup = """
        CREATE FUNCTION routedb.open_group(new_group text) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            is_new boolean;
        BEGIN
            -- Publications wait, so that none is between the groups and the revision that they get.
            PERFORM FROM routedb.registry_head FOR UPDATE;
            IF NOT EXISTS (SELECT FROM routedb.node_group) THEN
                INSERT INTO routedb.node_group (name, revision, digest)
                SELECT 'all', h.revision, h.digest FROM routedb.registry_head AS h;
                UPDATE routedb.hub SET min_reader = 2;
                is_new := true;
            END IF;
            INSERT INTO routedb.node_group (name) VALUES (new_group) ON CONFLICT DO NOTHING;
            is_new := FOUND OR coalesce(is_new AND new_group = 'all', false);
            PERFORM pg_notify('routedb_registry', '');
            RETURN is_new;
        END $$
        """

    /// Takes a group away; after the last one, nodes get the newest revision again.
    private static let closeGroup = """
        CREATE FUNCTION routedb.close_group(old_group text) RETURNS text
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            PERFORM FROM routedb.registry_head FOR UPDATE;
            IF NOT EXISTS (SELECT FROM routedb.node_group WHERE name = old_group) THEN
                RETURN 'no group';
            END IF;
            IF old_group = 'all' AND (SELECT count(*) FROM routedb.node_group) > 1 THEN
                RETURN 'others';
            END IF;
            DELETE FROM routedb.node_group WHERE name = old_group;
            IF NOT EXISTS (SELECT FROM routedb.node_group) THEN
                UPDATE routedb.hub SET min_reader = 1;
            END IF;
            PERFORM pg_notify('routedb_registry', '');
            RETURN 'removed';
        END $$
        """
}
#endif
