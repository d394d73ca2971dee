#if Hub
import RouteDB

extension HubSchema {
    /// The tables and functions for hits.
    ///
    /// Hits have the columns of a history, where a namespace, route, status, client or import that a hit
    /// has not is 0, and a duration is -1. Times are microseconds since 1970-01-01T00:00:00Z.
    static let hitStatements = [
        """
        CREATE TABLE routedb.stream (
            id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key        text NOT NULL UNIQUE CHECK (length(key) = 32),
            node       text NOT NULL,
            acked      bigint NOT NULL DEFAULT 0,
            forgotten  bigint NOT NULL DEFAULT 0,
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
        CREATE VIEW routedb.hits AS
        SELECT h.at_us, CASE outcome WHEN 1 THEN 'matched' WHEN 2 THEN 'unmatched'
                WHEN 3 THEN 'denied' WHEN 4 THEN 'challenged' WHEN 5 THEN 'invalid' END AS outcome,
            nullif(namespace, 0) AS namespace_id, nullif(route, 0) AS route_id,
            nullif(revision, 0) AS revision, nullif(duration, -1) AS duration_us,
            nullif(status, 0) AS status, weight, url, principal, parameters, referrer, kind,
            attributes, user_agent, CASE WHEN client > 0 THEN client / 8 END AS bot,
            CASE client % 8 \(platforms) END AS platform,
            s.node, s.key AS stream, sequence
        FROM routedb.hit AS h LEFT JOIN routedb.stream AS s ON s.id = h.stream
        """,
        openDays, ship,
    ]

    /// The names of the platforms of clients (``HitClient``).
    private static let platforms = HitClient.Platform.allCases.map { platform in
        let number = HitClient(isBot: false, platform: platform).number
        return "WHEN \(number) THEN '\(platform.rawValue)'"
    }.joined(separator: " ")

    /// Makes the partitions for the days of hits.
    ///
    /// Hits of days long ago, or in the future of the hub's clock, go to the partition `hit_other`.
    private static let openDays = """
        CREATE FUNCTION routedb.open_days(times bigint[]) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            day bigint;
            today bigint := floor(extract(epoch FROM now()) / 86400)::bigint;
            part text;
        BEGIN
            FOR day IN
                SELECT DISTINCT floor(t::numeric / 86400000000)::bigint FROM unnest(times) AS t
            LOOP
                CONTINUE WHEN day < today - 400 OR day > today + 2;
                part := 'hit_' || to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
                CONTINUE WHEN to_regclass('routedb.' || part) IS NOT NULL;
                -- Before any lock on hits, so that two of these never wait for each other.
                PERFORM pg_advisory_xact_lock(7239019);
                CONTINUE WHEN to_regclass('routedb.' || part) IS NOT NULL;
                BEGIN
                    EXECUTE format(
                        'CREATE TABLE routedb.%I PARTITION OF routedb.hit FOR VALUES FROM (%s) TO (%s)',
                        part, day * 86400000000, (day + 1) * 86400000000);
                EXCEPTION WHEN check_violation OR duplicate_table THEN
                    -- hit_other has hits of the day already, and gets the others too; or another
                    -- transaction has just made the partition.
                    NULL;
                END;
            END LOOP;
        END $$
        """

    /// Takes the next hits of a stream, if the stream is where their sender believes it to be.
    ///
    /// The update of the cursor, the hits and their sums are one transaction, so a hit that is sent
    /// twice is taken once. Returns how many hits of the stream the hub has.
    private static let ship = """
        CREATE FUNCTION routedb.ship(
            stream_key text, node_name text, first_number bigint, last_number bigint,
            gap_firsts bigint[], gap_lasts bigint[],
            numbers bigint[], times bigint[], namespaces bigint[], routes bigint[],
            revisions bigint[], outcomes bigint[], durations bigint[], statuses bigint[],
            weights bigint[], imports bigint[], clients bigint[],
            urls text[], principals text[], parameters text[], referrers text[], kinds text[],
            attributes text[], agents text[]
        ) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            this_stream bigint;
            missing numeric := coalesce(
                (SELECT sum(l::numeric - f + 1) FROM unnest(gap_firsts, gap_lasts) AS g (f, l)), 0);
        BEGIN
            IF first_number < 1 OR last_number < first_number
                OR cardinality(numbers) + missing <> last_number - first_number + 1
                OR EXISTS (
                    SELECT FROM unnest(numbers) AS n WHERE n NOT BETWEEN first_number AND last_number)
            THEN
                RAISE EXCEPTION 'these are not the hits from % to %', first_number, last_number
                    USING ERRCODE = 'invalid_parameter_value';
            END IF;
            PERFORM routedb.open_days(times);
            INSERT INTO routedb.stream (key, node) VALUES (stream_key, node_name)
            ON CONFLICT (key) DO NOTHING;
            UPDATE routedb.stream SET acked = last_number, node = node_name, shipped_at = now()
            WHERE key = stream_key AND acked = first_number - 1
            RETURNING id INTO this_stream;
            IF this_stream IS NULL THEN
                RETURN (SELECT acked FROM routedb.stream WHERE key = stream_key);
            END IF;
            \(leaveOutForgotten)
            INSERT INTO routedb.gap (stream, first, last)
            SELECT this_stream, f, l FROM unnest(gap_firsts, gap_lasts) AS g (f, l)
            ON CONFLICT DO NOTHING;
            INSERT INTO routedb.hit (
                at_us, stream, sequence, namespace, route, revision, outcome, duration, status,
                weight, import, client, url, principal, parameters, referrer, kind, attributes,
                user_agent)
            SELECT t, this_stream, n, ns, r, v, o, d, s, w, i, c, u, p, q, f, k, a, g
            FROM unnest(times, numbers, namespaces, routes, revisions, outcomes, durations, statuses,
                weights, imports, clients, urls, principals, parameters, referrers, kinds,
                attributes, agents)
                AS x (t, n, ns, r, v, o, d, s, w, i, c, u, p, q, f, k, a, g);
            INSERT INTO routedb.hit_hour AS h (
                hour, stream, namespace, route, outcome, hits, weight, duration, timed)
            SELECT floor(t::numeric / 3600000000)::bigint * 3600, this_stream, ns, r, o, count(*), sum(w),
                sum(greatest(d, 0)), count(*) FILTER (WHERE d >= 0)
            FROM unnest(times, namespaces, routes, outcomes, weights, durations)
                AS x (t, ns, r, o, w, d)
            GROUP BY 1, 3, 4, 5
            ON CONFLICT (hour, stream, namespace, route, outcome) DO UPDATE SET
                hits = h.hits + excluded.hits, weight = h.weight + excluded.weight,
                duration = h.duration + excluded.duration, timed = h.timed + excluded.timed;
            \(sumsByRevision)
            RETURN last_number;
        END $$
        """
}
#endif
