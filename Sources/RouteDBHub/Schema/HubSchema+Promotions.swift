#if Hub
extension HubSchema {
    /// The statements for promotions, and for the functions that make them.
    static let promotionStatements = [
        """
        CREATE TABLE routedb.promotion (
            id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            group_name     text NOT NULL,
            revision       bigint NOT NULL,
            digest         text NOT NULL,
            from_revision  bigint NOT NULL,
            from_digest    text NOT NULL,
            -- The promotion that is in force again after a rollback.
            previous       bigint,
            author         text NOT NULL,
            promoted_at    timestamptz NOT NULL DEFAULT now(),
            is_watched     boolean NOT NULL DEFAULT true,
            watched_at     timestamptz NOT NULL DEFAULT now(),
            watch_seconds  bigint NOT NULL,
            least_hits     bigint NOT NULL,
            unmatched_rise numeric NOT NULL,
            failed_rise    numeric NOT NULL,
            refused_rise   numeric NOT NULL
        )
        """,
        promote, rollBack, haltRevision, resumeRevision,
    ]

    /// Promotes a revision, if the group is where the caller believes it to be.
    private static let promote = """
        CREATE FUNCTION routedb.promote(
            to_group text, to_revision bigint, to_digest text,
            expected_revision bigint, expected_digest text, who text, watch_for bigint,
            least_count bigint, unmatched numeric, failed numeric, refused numeric
        ) RETURNS text
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            own routedb.node_group;
            here record;
            made bigint;
        BEGIN
            -- Nobody replaces the registry meanwhile.
            PERFORM FROM routedb.registry_head FOR SHARE;
            PERFORM FROM routedb.node_group WHERE name IN (to_group, 'all') ORDER BY name FOR UPDATE;
            SELECT * INTO own FROM routedb.node_group WHERE name = to_group;
            IF NOT FOUND THEN RETURN 'no group'; END IF;
            IF NOT EXISTS (
                SELECT FROM routedb.registry_revision
                WHERE number = to_revision AND digest = to_digest)
            THEN
                RETURN 'moved';
            END IF;
            SELECT * INTO here FROM routedb.offered(ARRAY[to_group]);
            IF coalesce(here.revision, 0) <> expected_revision
                OR coalesce(here.digest, '') <> expected_digest OR to_revision <= expected_revision
            THEN
                RETURN 'moved';
            END IF;
            IF EXISTS (
                SELECT FROM routedb.halt WHERE revision = to_revision AND digest = to_digest)
            THEN
                RETURN 'halted';
            END IF;
            INSERT INTO routedb.promotion (
                group_name, revision, digest, from_revision, from_digest, previous, author,
                watch_seconds, least_hits, unmatched_rise, failed_rise, refused_rise)
            VALUES (
                to_group, to_revision, to_digest, expected_revision, expected_digest,
                CASE WHEN own.revision = expected_revision THEN own.promotion END, who,
                watch_for, least_count, unmatched, failed, refused)
            RETURNING id INTO made;
            UPDATE routedb.node_group
            SET revision = to_revision, digest = to_digest, promotion = made WHERE name = to_group;
            PERFORM pg_notify('routedb_registry', '');
            RETURN 'promoted';
        END $$
        """

    /// Takes a group back to where it was before its last promotion, and halts that revision.
    ///
    /// If the group is 'all', no other group stays ahead of it.
    private static let rollBack = """
        CREATE FUNCTION routedb.roll_back(
            of_group text, expected_promotion bigint, why text, who text
        ) RETURNS text
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            p routedb.promotion;
        BEGIN
            PERFORM FROM routedb.registry_head FOR SHARE;
            PERFORM FROM routedb.node_group ORDER BY name FOR UPDATE;
            SELECT p2.* INTO p FROM routedb.promotion AS p2
            JOIN routedb.node_group AS g ON g.promotion = p2.id WHERE g.name = of_group;
            IF NOT FOUND OR p.id <> expected_promotion THEN RETURN 'moved'; END IF;
            IF NOT EXISTS (
                SELECT FROM routedb.registry_revision
                WHERE number = p.from_revision AND digest = p.from_digest)
            THEN
                RETURN 'no revision';
            END IF;
            INSERT INTO routedb.halt (revision, digest, reason, author)
            VALUES (p.revision, p.digest, why, who) ON CONFLICT DO NOTHING;
            UPDATE routedb.node_group
            SET revision = p.from_revision, digest = p.from_digest, promotion = p.previous
            WHERE name = of_group;
            IF of_group = 'all' THEN
                UPDATE routedb.node_group
                SET revision = p.from_revision, digest = p.from_digest, promotion = NULL
                WHERE revision > p.from_revision;
            END IF;
            PERFORM pg_notify('routedb_registry', '');
            RETURN 'rolled back';
        END $$
        """

    private static let haltRevision = """
        CREATE FUNCTION routedb.halt_revision(
            which bigint, its_digest text, why text, who text
        ) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        BEGIN
            INSERT INTO routedb.halt (revision, digest, reason, author)
            VALUES (which, its_digest, why, who) ON CONFLICT DO NOTHING;
            RETURN FOUND;
        END $$
        """

    /// Lets a revision be promoted again.
    ///
    /// Its promotions are not watched any more: somebody has looked at their hits.
    private static let resumeRevision = """
        CREATE FUNCTION routedb.resume_revision(which bigint, its_digest text) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        BEGIN
            DELETE FROM routedb.halt WHERE revision = which AND digest = its_digest;
            IF NOT FOUND THEN RETURN false; END IF;
            UPDATE routedb.promotion SET is_watched = false
            WHERE revision = which AND digest = its_digest;
            RETURN true;
        END $$
        """
}
#endif
