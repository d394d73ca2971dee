#if Hub
extension HubSchema {
    /// The statements for the effects of promotions on the hits of their groups, and for the function that
    /// halts a revision because of them.
    ///
    /// Hits are told apart by the revision that answered them, and not by their times: nodes take a
    /// revision when they can, and their clocks may be wrong.
    static let watchStatements = [
        """
        CREATE TABLE routedb.hit_revision (
            hour bigint NOT NULL, node text NOT NULL, revision bigint NOT NULL,
            hits bigint NOT NULL, weight numeric NOT NULL, unmatched numeric NOT NULL,
            failed numeric NOT NULL, refused numeric NOT NULL,
            PRIMARY KEY (hour, node, revision)
        )
        """,
        promotionEffect, watch,
    ]

    /// Adds `sums` of hits to those by revision, but for those of imported logs.
    ///
    /// Unmatched is what no route matches, failed what is not valid or was answered with a status of
    /// 500 or more, and refused what was denied or challenged. Whatever the clock of a node says, its
    /// hits count when they come.
    static let addToRevisions = """
        INSERT INTO routedb.hit_revision AS r (
            hour, node, revision, hits, weight, unmatched, failed, refused)
        SELECT floor(extract(epoch FROM now()) / 3600)::bigint * 3600, node_name, revision,
            sum(hits), sum(weight), coalesce(sum(weight) FILTER (WHERE outcome = 2), 0),
            coalesce(sum(weight) FILTER (WHERE outcome = 5 OR is_error), 0),
            coalesce(sum(weight) FILTER (WHERE outcome IN (3, 4)), 0)
        FROM sums
        WHERE is_own
        GROUP BY revision
        ON CONFLICT (hour, node, revision) DO UPDATE SET
            hits = r.hits + excluded.hits, weight = r.weight + excluded.weight,
            unmatched = r.unmatched + excluded.unmatched, failed = r.failed + excluded.failed,
            refused = r.refused + excluded.refused
        """

    /// The hits of each promotion in force, before and after.
    ///
    /// After are those that its revision has answered, before those that the revisions up to the last
    /// one had answered in the day until then. Shares are from 0 to 1.
    private static let promotionEffect = """
        CREATE VIEW routedb.promotion_effect AS
        SELECT p.id, e.hits_before, e.hits_after,
            e.unmatched_before / nullif(e.before, 0) AS unmatched_before,
            e.unmatched_after / nullif(e.after, 0) AS unmatched_after,
            e.failed_before / nullif(e.before, 0) AS failed_before,
            e.failed_after / nullif(e.after, 0) AS failed_after,
            e.refused_before / nullif(e.before, 0) AS refused_before,
            e.refused_after / nullif(e.after, 0) AS refused_after
        FROM routedb.promotion AS p
        JOIN routedb.node_group AS g ON g.promotion = p.id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(hits) FILTER (WHERE is_before), 0) AS hits_before,
                coalesce(sum(hits) FILTER (WHERE is_after), 0) AS hits_after,
                sum(weight) FILTER (WHERE is_before) AS before,
                sum(weight) FILTER (WHERE is_after) AS after,
                sum(unmatched) FILTER (WHERE is_before) AS unmatched_before,
                sum(unmatched) FILTER (WHERE is_after) AS unmatched_after,
                sum(failed) FILTER (WHERE is_before) AS failed_before,
                sum(failed) FILTER (WHERE is_after) AS failed_after,
                sum(refused) FILTER (WHERE is_before) AS refused_before,
                sum(refused) FILTER (WHERE is_after) AS refused_after
            FROM (
                SELECT r.*, r.revision BETWEEN 1 AND p.from_revision AS is_before,
                    r.revision = p.revision
                        AND r.hour > extract(epoch FROM p.promoted_at) - 3600 AS is_after
                FROM routedb.hit_revision AS r
                WHERE r.hour > extract(epoch FROM p.promoted_at) - 86400 - 3600
                    AND (p.group_name = 'all' OR EXISTS (
                        SELECT FROM routedb.node AS n
                        WHERE n.name = r.node AND p.group_name = ANY (n.groups)))
            ) AS x
        ) AS e
        """

    /// Halts the revisions that do harm to the groups they were promoted to.
    private static let watch = """
        CREATE FUNCTION routedb.watch() RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            p record;
            why text;
            halted integer := 0;
        BEGIN
            FOR p IN
                SELECT q.* FROM routedb.promotion AS q
                JOIN routedb.node_group AS g ON g.promotion = q.id
                WHERE q.is_watched AND q.promoted_at > now() - q.watch_seconds * interval '1 second'
                FOR UPDATE OF q SKIP LOCKED
            LOOP
                UPDATE routedb.promotion SET watched_at = now() WHERE id = p.id;
                SELECT format('node ''%s'' refuses it: %s', n.name, n.error) INTO why
                FROM routedb.node AS n
                WHERE n.error IS NOT NULL AND n.revision < p.revision AND n.seen_at > p.promoted_at
                    AND (p.group_name = 'all' OR p.group_name = ANY (n.groups))
                ORDER BY n.name LIMIT 1;
                IF why IS NULL THEN
                    SELECT format(
                            '%s hits rose from %s%% to %s%%', x.what,
                            trim_scale(round(100 * x.before, 2)), trim_scale(round(100 * x.after, 2)))
                    INTO why
                    FROM routedb.promotion_effect AS e
                    CROSS JOIN LATERAL (VALUES
                        ('unmatched', e.unmatched_before, e.unmatched_after, p.unmatched_rise),
                        ('failed', e.failed_before, e.failed_after, p.failed_rise),
                        ('refused', e.refused_before, e.refused_after, p.refused_rise)
                    ) AS x (what, before, after, most)
                    WHERE e.id = p.id AND e.hits_before >= p.least_hits
                        AND e.hits_after >= p.least_hits AND x.after - x.before > x.most
                    LIMIT 1;
                END IF;
                CONTINUE WHEN why IS NULL;
                UPDATE routedb.promotion SET is_watched = false WHERE id = p.id;
                INSERT INTO routedb.halt (revision, digest, reason, author)
                VALUES (p.revision, p.digest, format('in group ''%s'', %s', p.group_name, why), 'hub')
                ON CONFLICT DO NOTHING;
                halted := halted + 1;
            END LOOP;
            RETURN halted;
        END $$
        """
}
#endif
