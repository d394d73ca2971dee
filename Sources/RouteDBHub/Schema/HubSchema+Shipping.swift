#if Hub
extension HubSchema {
    /// The functions by which nodes bring hits.
    ///
    /// A stream belongs to the user who opened it, and to those who know its secret, which is its id in
    /// the history. The hub has a digest of that only. So a node that is not honest can invent hits of
    /// its own, and cannot touch those of others.
    static let shippingStatements = [actsFor, cursors, advance, ship, setAside]

    /// Says whether who calls may act for a user: is it, is one of its members, or owns the hub.
    private static let actsFor = """
        CREATE FUNCTION routedb.acts_for(holder name) RETURNS boolean
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT session_user = holder OR pg_has_role(session_user, current_user, 'MEMBER')
                OR EXISTS (
                    SELECT FROM pg_roles AS r
                    WHERE r.rolname = holder AND pg_has_role(session_user, r.oid, 'MEMBER'))
        $$
        """

    /// Returns how many hits of streams the hub has, to those who know their secrets.
    private static let cursors = """
        CREATE FUNCTION routedb.cursors(secrets text[])
        RETURNS TABLE (secret text, acked bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT x.secret, s.acked FROM unnest(secrets) AS x (secret)
            JOIN routedb.stream AS s ON s.key = \(key(of: "x.secret"))
        $$
        """

    /// The key of a stream at the hub, which tells nobody its secret.
    private static func key(of secret: String) -> String {
        "left(encode(sha256(convert_to(\(secret), 'UTF8')), 'hex'), 32)"
    }

    /// Moves the cursor of a stream, if it is where the sender believes it to be, and opens the
    /// stream if it is new.
    ///
    /// Returns the number of the stream; NULL if the cursor is elsewhere.
    private static let advance = """
        CREATE FUNCTION routedb.advance(
            secret text, node_name text, first_number bigint, last_number bigint
        ) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            stream_key text := \(key(of: "secret"));
            this_stream bigint;
            holder name;
        BEGIN
            IF NOT coalesce(
                secret ~ '^[0-9a-f]{32}$' AND octet_length(node_name) BETWEEN 1 AND 200
                AND first_number BETWEEN 1 AND last_number AND last_number <= \(lastNumber), false)
            THEN
                RAISE EXCEPTION 'this is no node, or no stream, or these are no hits of one'
                    USING ERRCODE = 'invalid_parameter_value';
            END IF;
            SELECT n.reporter INTO holder FROM routedb.node AS n
            WHERE n.name = node_name AND NOT routedb.acts_for(n.reporter)
                AND n.seen_at > now() - interval '10 minutes';
            IF FOUND THEN
                RAISE EXCEPTION 'node ''%'' belongs to the user ''%''', node_name, holder
                    USING ERRCODE = 'insufficient_privilege';
            END IF;
            INSERT INTO routedb.stream (key, opener, node)
            VALUES (stream_key, session_user, node_name) ON CONFLICT (key) DO NOTHING;
            SELECT s.opener INTO holder FROM routedb.stream AS s
            WHERE s.key = stream_key AND NOT routedb.acts_for(s.opener);
            IF FOUND THEN
                RAISE EXCEPTION 'the stream of these hits belongs to the user ''%''', holder
                    USING ERRCODE = 'insufficient_privilege';
            END IF;
            UPDATE routedb.stream SET acked = last_number, node = node_name, shipped_at = now()
            WHERE key = stream_key AND acked = first_number - 1
            RETURNING id INTO this_stream;
            RETURN this_stream;
        END $$
        """

    /// The columns of hits, but for the stream, and the arguments of `ship` that have their values.
    private static let arrays: [(column: String, argument: String)] = [
        ("sequence", "numbers"), ("at_us", "times"), ("namespace", "namespaces"),
        ("route", "routes"), ("revision", "revisions"), ("outcome", "outcomes"),
        ("duration", "durations"), ("status", "statuses"), ("weight", "weights"),
        ("import", "imports"), ("client", "clients"), ("url", "urls"),
        ("principal", "principals"), ("parameters", "parameter_texts"),
        ("referrer", "referrers"), ("kind", "kinds"), ("attributes", "attribute_texts"),
        ("user_agent", "agents"),
    ]

    /// SQL about each column of hits and its argument, as a list.
    static func eachArray(_ sql: (_ column: String, _ argument: String) -> String) -> String {
        arrays.map { sql($0.column, $0.argument) }.joined(separator: ", ")
    }

    /// The arrays of a batch as rows of hits.
    ///
    /// A value is taken by its place, and only where a query asks for it: `unnest` of all arrays would
    /// write each value to a table first, and take four times as long.
    static let batch = """
        (
            SELECT \(eachArray { "\($1)[i] AS \($0)" })
            FROM generate_series(1, cardinality(numbers)) AS i
        ) AS x
        """

    /// Refuses a batch that is not as a history has it: columns of different lengths, numbers that are
    /// out of order or missing.
    private static let refuseDisorder = """
        IF NOT coalesce(
            cardinality(numbers) + missing = last_number::numeric - first_number + 1
            AND ARRAY[\(eachArray { "cardinality(\($1))" })]
                = array_fill(cardinality(numbers), ARRAY[\(arrays.count)])
            AND cardinality(gap_firsts) = cardinality(gap_lasts)
            AND cardinality(import_numbers) = cardinality(import_keys)
            AND array(SELECT DISTINCT i FROM unnest(imports) AS i WHERE i <> 0 ORDER BY i)
                = import_numbers
            AND NOT EXISTS (
                SELECT FROM unnest(import_keys, import_numbers) AS x (k, n)
                WHERE (k ~ '^[0-9a-f]{32}$' AND n > 0) IS NOT TRUE)
            AND array(SELECT DISTINCT n FROM unnest(numbers) AS n ORDER BY n) = numbers
            AND NOT EXISTS (
                SELECT FROM unnest(numbers) AS n
                WHERE (n BETWEEN first_number AND last_number) IS NOT TRUE)
            AND NOT EXISTS (
                SELECT FROM (
                    SELECT f, l, lag(l, 1, first_number - 1) OVER (ORDER BY f) AS before
                    FROM unnest(gap_firsts, gap_lasts) AS g (f, l)
                ) AS g
                WHERE (f > before AND l BETWEEN f AND last_number) IS NOT TRUE
                    OR EXISTS (SELECT FROM unnest(numbers) AS n WHERE n BETWEEN f AND l)), false)
        THEN
            RAISE EXCEPTION 'these are not the hits from % to %', first_number, last_number
                USING ERRCODE = 'invalid_parameter_value';
        END IF;
        """

    /// Refuses a batch with a value that no hit has, once its hits are in the table, whose index finds
    /// such without looking at the others.
    private static let refuseDamage = """
        SELECT min(t), max(t) INTO first_us, last_us FROM unnest(times) AS t;
        SELECT format('hit %s is not valid: %s', sequence, \(damage)) INTO flaw
        FROM routedb.hit
        WHERE stream = this_stream AND sequence BETWEEN first_number AND last_number
            AND at_us BETWEEN first_us AND last_us AND \(isDamaged)
        LIMIT 1;
        IF flaw IS NOT NULL THEN
            RAISE EXCEPTION '%', flaw USING ERRCODE = 'invalid_parameter_value';
        END IF;
        """

    /// Adds the hits of a batch to the sums by hour and by revision.
    ///
    /// The sums of what both tell apart are made once. The beginning of an hour is counted with whole
    /// numbers, also before 1970, since those with decimals would take twice as long.
    private static let sumUp = """
        WITH sums AS (
            SELECT (at_us - (at_us % 3600000000 + 3600000000) % 3600000000) / 1000000 AS hour,
                namespace, route, outcome, revision, status >= 500 AS is_error,
                import = 0 AS is_own, count(*) AS hits, sum(weight) AS weight,
                sum(greatest(duration, 0)) AS duration,
                count(*) FILTER (WHERE duration >= 0) AS timed
            FROM \(batch)
            GROUP BY 1, 2, 3, 4, 5, 6, 7
        ), hourly AS (
            INSERT INTO routedb.hit_hour AS h (
                hour, stream, namespace, route, outcome, hits, weight, duration, timed)
            SELECT hour, this_stream, namespace, route, outcome, sum(hits), sum(weight),
                sum(duration), sum(timed)
            FROM sums
            GROUP BY hour, namespace, route, outcome
            ON CONFLICT (hour, stream, namespace, route, outcome) DO UPDATE SET
                hits = h.hits + excluded.hits, weight = h.weight + excluded.weight,
                duration = h.duration + excluded.duration, timed = h.timed + excluded.timed
        )
        \(addToRevisions);
        """

    /// Takes the next hits of a stream, if the stream is where their sender believes it to be.
    ///
    /// The update of the cursor, the hits and their sums are one transaction, so a hit that is sent
    /// twice is taken once. Returns how many hits of the stream the hub has.
    private static let ship = """
        CREATE FUNCTION routedb.ship(
            secret text, node_name text, first_number bigint, last_number bigint,
            gap_firsts bigint[], gap_lasts bigint[],
            numbers bigint[], times bigint[], namespaces bigint[], routes bigint[],
            revisions bigint[], outcomes bigint[], durations bigint[], statuses bigint[],
            weights bigint[], imports bigint[], clients bigint[],
            urls text[], principals text[], parameter_texts text[], referrers text[], kinds text[],
            attribute_texts text[], agents text[],
            import_numbers bigint[], import_keys text[]
        ) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            this_stream bigint;
            flaw text;
            first_us bigint;
            last_us bigint;
            missing numeric := coalesce(
                (SELECT sum(l::numeric - f + 1) FROM unnest(gap_firsts, gap_lasts) AS g (f, l)), 0);
        BEGIN
            \(refuseDisorder)
            PERFORM routedb.open_days(times);
            this_stream := routedb.advance(secret, node_name, first_number, last_number);
            IF this_stream IS NULL THEN
                RETURN (SELECT c.acked FROM routedb.cursors(ARRAY[secret]) AS c);
            END IF;
            \(nameImports)
            \(leaveOutForgotten)
            \(noteLateDays)
            INSERT INTO routedb.gap (stream, first, last)
            SELECT this_stream, f, l FROM unnest(gap_firsts, gap_lasts) AS g (f, l)
            ON CONFLICT DO NOTHING;
            INSERT INTO routedb.hit (stream, \(eachArray { column, _ in column }))
            SELECT this_stream, \(eachArray { column, _ in column }) FROM \(batch);
            \(refuseDamage)
            \(sumUp)
            RETURN last_number;
        END $$
        """

    /// Goes past the next hit of a stream, which the hub has refused, and notes why.
    private static let setAside = """
        CREATE FUNCTION routedb.set_aside(
            secret text, node_name text, number bigint, why text
        ) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET lock_timeout = '10s' AS $$
        DECLARE
            this_stream bigint := routedb.advance(secret, node_name, number, number);
        BEGIN
            IF this_stream IS NULL THEN
                RETURN (SELECT c.acked FROM routedb.cursors(ARRAY[secret]) AS c);
            END IF;
            INSERT INTO routedb.hit_aside (stream, sequence, reason)
            VALUES (this_stream, number, left(coalesce(why, ''), 1000)) ON CONFLICT DO NOTHING;
            UPDATE routedb.stream SET aside = aside + 1 WHERE id = this_stream;
            RETURN number;
        END $$
        """
}
#endif
