#if Hub
package import RouteDB

/// Hits that the hub refused, or found damaged, are kept apart from the others, with the reason.
extension HubClient {
    /// Says which hits are set aside, and which rows should be.
    func asideFindings() throws(RouteDBError) -> [HubFinding] {
        try link.use(.reading) { connection in
            let aside = try connection.run(
                """
                SELECT count(*) OVER (), s.node, a.sequence, a.reason
                FROM routedb.hit_aside AS a LEFT JOIN routedb.stream AS s ON s.id = a.stream
                ORDER BY a.set_aside_at DESC, a.stream, a.sequence DESC LIMIT 1
                """)
            let damaged = try connection.run(
                """
                SELECT count(*) OVER (), s.node, h.sequence, \(HubSchema.damage)
                FROM routedb.hit AS h LEFT JOIN routedb.stream AS s ON s.id = h.stream
                WHERE \(HubSchema.isDamaged) LIMIT 1
                """)
            return aside.map { Self.finding($0, "refused and set aside", "") }
                + damaged.map {
                    Self.finding(
                        $0, "that are not valid, which reports skip",
                        ": take them out with 'routedb hub doctor --set-aside'")
                }
        }
    }

    /// Describes hits by their number and one of them.
    private static func finding(_ row: [String?], _ what: String, _ advice: String) -> HubFinding {
        HubFinding(
            area: "hits",
            message:
                "Hits \(what): \(row.number(0)), such as hit \(row.number(2)) of a stream of node"
                + " '\(row[1] ?? "?")': \(row[3] ?? "")\(advice).")
    }

    /// Takes rows that are no valid hits out of the hits and their hourly sums, and keeps them apart;
    /// returns how many.
    package func setDamagedAside() throws(RouteDBError) -> Int64 {
        try link.use(.writing) { connection in
            try connection.transaction {
                try connection.run(
                    """
                    INSERT INTO routedb.hit_aside (stream, sequence, reason, hit)
                    SELECT stream, sequence, \(HubSchema.damage), to_jsonb(h)
                    FROM routedb.hit AS h WHERE \(HubSchema.isDamaged)
                    ON CONFLICT DO NOTHING
                    """)
                return try Self.delete(
                    where: HubSchema.isDamaged, [], countedAs: "aside", connection)
            }
        }
    }
}
#endif
