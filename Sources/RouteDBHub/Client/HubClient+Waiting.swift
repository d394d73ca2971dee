#if Hub
import RouteDB

/// Sessions that wait for locks of others: what brings hits may wait for a report, or for somebody who
/// has left a transaction open.
extension HubClient {
    /// Says who has waited for whom for some time.
    func waits(ofAtLeast milliseconds: Int) throws(RouteDBError) -> [HubFinding] {
        try link.use(.reading) { connection in
            try connection.run(Self.listWaits, "\(milliseconds)").map { row in
                let since = row[7].map { ", for \($0)s" } ?? ""
                let state = row[6].map { ", which is \($0)\(since)" } ?? ""
                return HubFinding(
                    area: "lock",
                    message: "\(Self.session(row[0], row[1])) has waited for \(row[2] ?? "0")s for"
                        + " \(Self.session(row[4], row[5]))\(state): let it end, or end it with"
                        + " 'SELECT pg_terminate_backend(\(row[3] ?? ""))'.")
            }
        }
    }

    private static func session(_ user: String?, _ program: String?) -> String {
        let program = (program ?? "").isEmpty ? "a program" : "'\(program ?? "")'"
        return "\(program) of user '\(user ?? "?")'"
    }

    /// Selects sessions that wait, with those that they wait for.
    ///
    /// The activity of others is only told to members of `pg_read_all_stats`; who they are, to everybody.
    private static let listWaits = """
        SELECT w.usename, w.application_name, floor(extract(epoch FROM clock_timestamp() - l.since)),
            b.pid, b.usename, b.application_name, b.state,
            floor(extract(epoch FROM clock_timestamp() - b.state_change))
        FROM (
            SELECT pid, min(waitstart) AS since FROM pg_locks WHERE NOT granted GROUP BY pid
        ) AS l
        JOIN pg_stat_activity AS w ON w.pid = l.pid AND w.datname = current_database()
        CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS p (pid)
        JOIN pg_stat_activity AS b ON b.pid = p.pid
        WHERE clock_timestamp() - l.since >= $1::bigint * interval '1 millisecond'
        ORDER BY l.since, w.pid, b.pid LIMIT 100
        """
}
#endif
