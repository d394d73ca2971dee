import RouteDBHistory

/// The contents of a file of exported hits: the tables `hits` and `live_route`, indexes, and views, as
/// Docs/sqlite.md describes them.
///
/// Queries for `live_route` of a registry, and for `hits_by_hour` and `hits_by_day` of a history,
/// also work on such a file, because the columns have the same names and meanings.
package enum ExportedTables {
    /// The columns of `hits`, each with its value in the table of that name of a session: its own
    /// columns, and those in place of the functions that only a session has.
    package static let hitColumns: [(name: String, type: String, value: String)] =
        HitColumn.allCases.map { ($0.rawValue, $0.type, $0.rawValue) } + [
            ("url_host", "TEXT", "url_host(url)"), ("url_path", "TEXT", "url_path(url)"),
            ("url_query", "TEXT", "url_query(url)"),
            // Of a hit with a route, that route is known.
            ("nearest_route", "TEXT", "iif(route_id IS NULL, nearest_route(url), NULL)"),
        ]

    /// The columns of `live_route`, the same as in the view of a registry.
    package static let routeColumns: [SQLTableFile.Column] = [
        ("route_id", "INTEGER PRIMARY KEY"), ("namespace", "TEXT"), ("route", "TEXT"),
        ("target", "TEXT"), ("pattern", "TEXT"), ("namespace_id", "INTEGER"), ("name", "TEXT"),
        ("route_group", "TEXT"), ("kind", "TEXT"), ("priority", "INTEGER"),
        ("is_enabled", "INTEGER"), ("written", "TEXT"), ("syntax", "TEXT"),
        ("requirements", "TEXT"), ("presentation", "TEXT"), ("labels", "TEXT"), ("note", "TEXT"),
        ("redirect", "TEXT"), ("made_by", "INTEGER"), ("made_at", "TEXT"),
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

    private static let hosts = """
        CREATE VIEW hits_by_host AS
        SELECT
            substr(at, 1, 10) AS day,
            url_host AS host,
            outcome,
            count(*) AS hits,
            sum(weight) AS weight
        FROM hits
        GROUP BY 1, 2, 3;
        """
}
