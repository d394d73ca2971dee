#if Hub
package import RouteDB

extension HubClient {
    /// The state of a hub.
    package struct Status: Sendable {
        package let version: Int64
        package let server: String
        package let position: FeedPosition
        package let changedAt: String?
        package let nodes: Int64
        /// How many hits were ever taken.
        package let hits: Int64
        /// How many of them were set aside.
        package let setAside: Int64
    }

    package func status() throws(RouteDBError) -> Status {
        try link.use(.reading) { connection in
            let row = try connection.run(
                """
                SELECT h.version, current_setting('server_version'), r.revision, r.digest,
                    to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                    (SELECT count(*) FROM routedb.node),
                    (SELECT \(Self.atMost("sum(acked)")) FROM routedb.stream),
                    (SELECT \(Self.atMost("sum(aside)")) FROM routedb.stream)
                FROM routedb.hub AS h, routedb.registry_head AS r
                """
            ).first
            guard let row else { throw RouteDBError.damaged(connection) }
            return Status(
                version: row.number(0), server: row[1] ?? "",
                position: FeedPosition(revision: row.number(2), digest: row[3] ?? ""),
                changedAt: row[4], nodes: row.number(5), hits: row.number(6),
                setAside: row.number(7))
        }
    }

    /// A sum as a number of 64 bits: what nodes say may add up to more.
    static func atMost(_ sum: String) -> String {
        "least(coalesce(\(sum), 0), \(Int64.max))::bigint"
    }

    /// A node that follows the hub.
    package struct Node: Sendable {
        package let name: String
        package let revision: Int64
        /// True if its revision is one of the hub's.
        package let isKnown: Bool
        package let error: String?
        /// How long ago it was heard of, in seconds.
        package let age: Int64
        /// How far its clock is ahead of the hub's, in microseconds.
        package let clockAhead: Int64
        /// True if another node has the same name.
        package let isDoubled: Bool
        package let groups: [String]
        /// The revision that it should have; 0 if there is none for its groups.
        package let offered: Int64
    }

    /// The nodes, by name.
    package func nodes() throws(RouteDBError) -> [Node] {
        try link.use(.reading) { connection in
            let sql = """
                SELECT n.name, n.revision, n.revision = 0 OR r.digest IS NOT DISTINCT FROM n.digest,
                    n.error, greatest(0, extract(epoch FROM now() - n.seen_at))::bigint,
                    n.clock_ahead, coalesce(n.doubled_at > now() - interval '10 minutes', false),
                    array_to_string(n.groups, ' '),
                    (SELECT o.revision FROM routedb.offered(n.groups) AS o)
                FROM routedb.node AS n
                LEFT JOIN routedb.registry_revision AS r ON r.number = n.revision
                ORDER BY n.name COLLATE "C"
                """
            return try connection.run(sql).map { row in
                Node(
                    name: row[0] ?? "", revision: row.number(1), isKnown: row[2] == "t",
                    error: row[3], age: row.number(4), clockAhead: row.number(5),
                    isDoubled: row[6] == "t",
                    groups: (row[7] ?? "").split(separator: " ").map(String.init),
                    offered: row.number(8))
            }
        }
    }

    /// Tells the hub what a node has; the hub's clock says when.
    package func report(
        node: String, groups: [String] = [], instance: String, at position: FeedPosition,
        error: String?, clock: Timestamp
    ) throws(RouteDBError) -> Bool {
        try link.use(.writing) { connection in
            let values: [String?] = [
                node, instance, "\(position.revision)", position.digest,
                error.map { StoredText.of($0) }, "\(clock.microseconds)",
                ArrayText.of(groups.map(\.self)),
            ]
            return try connection.run(
                "SELECT routedb.heard($1, $2, $3, $4, $5, $6, $7)", values: values
            ).first == ["t"]
        }
    }
}

extension [String?] {
    /// The number in a column of a row; 0 if there is none.
    func number(_ column: Int) -> Int64 { self[column].flatMap { Int64($0) } ?? 0 }
}

extension RouteDBError {
    /// The error for a hub whose head is missing.
    static func damaged(_ connection: HubConnection) -> RouteDBError {
        RouteDBError(
            .corrupt, "The hub '\(connection.name)' has no head of its registry.",
            hint: "Restore the hub from a backup, or make another with `routedb hub init`.")
    }
}
#endif
