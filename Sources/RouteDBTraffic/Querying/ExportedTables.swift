/// The contents of a file of exported hits, apart from the table `hits`, whose columns are
/// ``HitColumn``: the table `live_route`, indexes, and views, as Docs/sqlite.md describes them.
///
/// Queries for `live_route` of a registry, and for `hits_by_hour` and `hits_by_day` of a history,
/// also work on such a file, because the columns have the same names and meanings.
package enum ExportedTables {
    /// The columns of `live_route`, the same as in the view of a registry.
    package static let routeColumns: [SQLTableFile.Column] = [
        ("route_id", "INTEGER PRIMARY KEY"), ("namespace", "TEXT"), ("route", "TEXT"),
        ("target", "TEXT"), ("pattern", "TEXT"), ("namespace_id", "INTEGER"), ("name", "TEXT"),
        ("route_group", "TEXT"), ("kind", "TEXT"), ("priority", "INTEGER"),
        ("is_enabled", "INTEGER"), ("written", "TEXT"), ("syntax", "TEXT"),
        ("requirements", "TEXT"), ("presentation", "TEXT"), ("made_by", "INTEGER"),
        ("made_at", "TEXT"),
    ]

    /// Indexes for finding the hits of a period and of a route.
    ///
    /// There are no others, because scanning the hits is fast, and each index makes the file 10 to
    /// 25 percent larger.
    package static let indexes = """
        CREATE INDEX hits_at ON hits (at);
        CREATE INDEX hits_route ON hits (route_id);
        """

    /// The roll-ups of the exported hits, by hour, by day, and by host and day, in UTC.
    package static let views =
        rollUp("hour", of: "substr(at, 1, 13) || ':00:00Z'")
        + rollUp("day", of: "substr(at, 1, 10)")
        + hosts

    // Nothing in the file was pruned; the columns exist so that queries for a history work too.
    private static func rollUp(_ bucket: String, of beginning: String) -> String {
        """
        CREATE VIEW hits_by_\(bucket) AS
        SELECT
            \(beginning) AS \(bucket),
            outcome,
            namespace,
            route,
            target,
            pattern,
            namespace_id,
            route_id,
            count(*) AS hits,
            sum(weight) AS weight,
            ifnull(sum(duration), 0) AS duration,
            count(duration) AS timed,
            0 AS pruned_hits,
            0 AS pruned_weight
        FROM hits
        GROUP BY \(bucket), outcome, namespace_id, route_id;

        """
    }

    // The host is lower-case, without user name and port. URLs without "://" have none.
    private static let hosts = """
        CREATE VIEW hits_by_host AS
        SELECT
            day,
            nullif(lower(CASE
                WHEN authority LIKE '[%]%' THEN substr(authority, 1, instr(authority, ']'))
                ELSE substr(authority, 1, instr(authority || ':', ':') - 1)
            END), '') AS host,
            outcome,
            count(*) AS hits,
            sum(weight) AS weight
        FROM (
            SELECT substr(rest, instr(rest, '@') + 1) AS authority, day, outcome, weight
            FROM (
                SELECT
                    CASE WHEN substr(url, 1, colon - 1) NOT GLOB '*[^A-Za-z0-9+.-]*' THEN
                        substr(
                            substr(url, colon + 3), 1,
                            instr(
                                replace(replace(substr(url, colon + 3), '?', '/'), '#', '/') || '/',
                                '/') - 1)
                    END AS rest,
                    day, outcome, weight
                FROM (
                    SELECT url, nullif(instr(url, '://'), 0) AS colon, substr(at, 1, 10) AS day,
                        outcome, weight
                    FROM hits
                )
            )
        )
        GROUP BY 1, 2, 3;
        """
}
