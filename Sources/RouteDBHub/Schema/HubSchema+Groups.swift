#if Hub
extension HubSchema {
    /// Groups of nodes, to which revisions are promoted.
    ///
    /// Only these functions write to the tables of groups, each in one transaction.
    static let groupStatements = [
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
        offered, openGroup, closeGroup,
    ]

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

    /// Makes a group.
    ///
    /// With the first one, the group 'all' is made too, at the newest revision.
    private static let openGroup = """
        CREATE FUNCTION routedb.open_group(new_group text) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            is_new boolean;
        BEGIN
            -- Publications wait, so that none is between the groups and the revision that they get.
            PERFORM FROM routedb.registry_head FOR UPDATE;
            IF NOT EXISTS (SELECT FROM routedb.node_group) THEN
                INSERT INTO routedb.node_group (name, revision, digest)
                SELECT 'all', h.revision, h.digest FROM routedb.registry_head AS h;
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
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        BEGIN
            PERFORM FROM routedb.registry_head FOR UPDATE;
            IF NOT EXISTS (SELECT FROM routedb.node_group WHERE name = old_group) THEN
                RETURN 'no group';
            END IF;
            IF old_group = 'all' AND (SELECT count(*) FROM routedb.node_group) > 1 THEN
                RETURN 'others';
            END IF;
            DELETE FROM routedb.node_group WHERE name = old_group;
            PERFORM pg_notify('routedb_registry', '');
            RETURN 'removed';
        END $$
        """
}
#endif
