#if Hub
import RouteDB

extension HubSchema {
    /// The tables and functions for hits.
    ///
    /// Hits have the columns of a history, where a namespace, route, status, client or import that a hit
    /// has not is 0, and a duration is -1. Times are microseconds since 1970-01-01T00:00:00Z. What was
    /// refused, or found damaged, is set aside in `hit_aside`.
    static let hitStatements = [
        """
        CREATE TABLE routedb.stream (
            id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key        text NOT NULL UNIQUE CHECK (length(key) = 32),
            opener     name NOT NULL,
            node       text NOT NULL,
            acked      bigint NOT NULL DEFAULT 0,
            forgotten  bigint NOT NULL DEFAULT 0,
            aside      bigint NOT NULL DEFAULT 0,
            shipped_at timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        CREATE TABLE routedb.hit (
            at_us bigint NOT NULL, stream bigint NOT NULL, sequence bigint NOT NULL,
            namespace bigint NOT NULL, route bigint NOT NULL, revision bigint NOT NULL,
            outcome bigint NOT NULL, duration bigint NOT NULL, status bigint NOT NULL,
            weight bigint NOT NULL, import bigint NOT NULL, client bigint NOT NULL,
            url text NOT NULL, principal text, parameters text, referrer text, kind text,
            attributes text, user_agent text
        ) PARTITION BY RANGE (at_us)
        """,
        "CREATE TABLE routedb.hit_other PARTITION OF routedb.hit DEFAULT",
        // Rows are stored as they come, so the blocks of a time are few: an index of some pages.
        "CREATE INDEX hit_at ON routedb.hit USING brin (at_us)",
        // Empty as long as nobody writes to the table by other ways, so damage is found at once.
        "CREATE INDEX hit_damaged ON routedb.hit (stream, sequence) WHERE \(isDamaged)",
        """
        CREATE TABLE routedb.hit_hour (
            hour bigint NOT NULL, stream bigint NOT NULL, namespace bigint NOT NULL,
            route bigint NOT NULL, outcome bigint NOT NULL, hits bigint NOT NULL,
            weight numeric NOT NULL, duration numeric NOT NULL, timed bigint NOT NULL,
            PRIMARY KEY (hour, stream, namespace, route, outcome)
        )
        """,
        """
        CREATE TABLE routedb.gap (
            stream bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL,
            noted_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (stream, first)
        )
        """,
        """
        CREATE TABLE routedb.hit_aside (
            stream bigint NOT NULL, sequence bigint NOT NULL, reason text NOT NULL, hit jsonb,
            set_aside_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (stream, sequence)
        )
        """,
        """
        CREATE VIEW routedb.hits AS
        SELECT \(hitColumns),
            s.node, s.key AS stream, sequence
        FROM routedb.hit AS h LEFT JOIN routedb.stream AS s ON s.id = h.stream
        """,
        openDays, openComingDays,
    ]

    /// The columns of the view of hits, of the table of hits.
    static let hitColumns = """
        h.at_us, CASE h.outcome WHEN 1 THEN 'matched' WHEN 2 THEN 'unmatched'
                WHEN 3 THEN 'denied' WHEN 4 THEN 'challenged' WHEN 5 THEN 'invalid' END AS outcome,
            nullif(h.namespace, 0) AS namespace_id, nullif(h.route, 0) AS route_id,
            nullif(h.revision, 0) AS revision, nullif(h.duration, -1) AS duration_us,
            nullif(h.status, 0) AS status, h.weight, h.url, h.principal, h.parameters, h.referrer,
            h.kind, h.attributes, h.user_agent, CASE WHEN h.client > 0 THEN h.client / 8 END AS bot,
            CASE h.client % 8 \(platforms) END AS platform
        """

    /// The names of the platforms of clients (``HitClient``).
    private static let platforms = HitClient.Platform.allCases.map { platform in
        let number = HitClient(isBot: false, platform: platform).number
        return "WHEN \(number) THEN '\(platform.rawValue)'"
    }.joined(separator: " ")

    /// The SQL expression for the day of a time, in UTC: how many days after 1970-01-01, for every `bigint`.
    static func day(of time: String) -> String {
        "(\(time) / 86400000000 - (\(time) % 86400000000 < 0)::int)"
    }

    /// Makes the partitions for the days of hits, if nobody reads hits meanwhile.
    ///
    /// Who makes one keeps out all who read hits, and waits for those who do so already; all who come
    /// later would wait behind it. So it waits for a moment only, and the hits go to the partition
    /// `hit_other`, as those of days long ago, or in the future of the hub's clock, do.
    private static let openDays = """
        CREATE FUNCTION routedb.open_days(times bigint[]) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '100ms' AS $$
        DECLARE
            day bigint;
            today bigint := floor(extract(epoch FROM now()) / 86400)::bigint;
            part text;
        BEGIN
            FOR day IN
                SELECT DISTINCT \(day(of: "t")) FROM unnest(times) AS t
            LOOP
                CONTINUE WHEN day < today - 400 OR day > today + 2;
                part := 'hit_' || to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
                CONTINUE WHEN to_regclass('routedb.' || part) IS NOT NULL;
                BEGIN
                    -- If hit_other has hits of the day already, it gets the others too.
                    CONTINUE WHEN EXISTS (
                        SELECT FROM routedb.hit_other
                        WHERE at_us >= day * 86400000000 AND at_us < (day + 1) * 86400000000);
                    -- Before any lock on hits, so that two of these never wait for each other.
                    PERFORM pg_advisory_xact_lock(7239019);
                    CONTINUE WHEN to_regclass('routedb.' || part) IS NOT NULL;
                    EXECUTE format(
                        'CREATE TABLE routedb.%I PARTITION OF routedb.hit FOR VALUES FROM (%s) TO (%s)',
                        part, day * 86400000000, (day + 1) * 86400000000);
                EXCEPTION WHEN check_violation OR duplicate_table OR lock_not_available THEN
                    -- Another transaction makes the partition, or has put hits of the day into hit_other;
                    -- or hits are read.
                    NULL;
                END;
            END LOOP;
        END $$
        """

    /// Makes the partitions for today and the two days after it, so that no hit waits for one.
    private static let openComingDays = """
        CREATE FUNCTION routedb.open_coming_days() RETURNS void
        LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT routedb.open_days(array(
                SELECT (extract(epoch FROM now())::bigint + d * 86400) * 1000000
                FROM generate_series(0, 2) AS d))
        $$
        """
}
#endif
