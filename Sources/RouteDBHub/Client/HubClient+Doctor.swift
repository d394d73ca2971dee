#if Hub
package import RouteDB

/// Something that is wrong at a hub.
package struct HubFinding: Sendable {
    /// The subject of the finding, as a word: `schema`, `registry`, `clock`, `group`, `node`, `hits`
    /// or `lock`.
    package let area: String
    /// The description of the problem, and what to do.
    package let message: String
}

extension HubClient {
    /// Looks for what is wrong at a hub: what is missing, nodes in trouble, hits that are lost, and who
    /// has waited for somebody else for some time, in milliseconds.
    package func examine(
        clock: Timestamp? = nil, waitingFor milliseconds: Int = 1_000
    ) throws(RouteDBError) -> [HubFinding] {
        let waits = try waits(ofAtLeast: milliseconds)
        do throws(RouteDBError) {
            let found = try link.use(.reading) { connection in
                try connection.transaction(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", waiting: "2s"
                ) { try findings(clock) }
            }
            return waits + found
        } catch  where error.code == .busy {
            return waits + [
                HubFinding(
                    area: "lock",
                    message: "Somebody keeps tables of the hub locked, so they were not looked at.")
            ]
        }
    }

    /// The problems that the tables show.
    private func findings(_ clock: Timestamp?) throws(RouteDBError) -> [HubFinding] {
        let tables = try link.use(.reading) { connection in
            try HubSchema.tables.filter { table in
                try connection.run("SELECT to_regclass('routedb.' || $1) IS NULL", table).first
                    == ["t"]
            }
        }
        guard tables.isEmpty else {
            return tables.map {
                HubFinding(
                    area: "schema",
                    message: "The table '\($0)' is missing: restore the hub from a backup.")
            }
        }
        let found = try link.use(.reading) { connection in
            try Self.checks.compactMap { check -> HubFinding? in
                let number = try connection.run(check.sql).first?.number(0) ?? 0
                return number == 0
                    ? nil
                    : HubFinding(area: check.area, message: "\(number) \(check.message)")
            }
        }
        let (groups, nodes) = (try groups(), try nodes())
        let others = groups.flatMap(Self.findings) + nodes.flatMap(Self.findings)
        return found + (try asideFindings()) + (try finding(on: clock)) + others
            + Self.strays(nodes, groups)
    }

    /// A clock of the hub that is not that of this machine.
    private func finding(on clock: Timestamp?) throws(RouteDBError) -> [HubFinding] {
        guard let clock else { return [] }
        let ahead = try clockAhead(of: clock)
        guard ahead.magnitude > Self.slightError.magnitude else { return [] }
        return [
            HubFinding(
                area: "clock",
                message:
                    "The hub's clock is \(Self.distance(ahead)) this machine's: set the one that is"
                    + " wrong.")
        ]
    }

    private static func findings(_ group: Group) -> [HubFinding] {
        let what: String
        if let halt = group.halt {
            what = "is at revision \(group.position.revision), which is halted: \(halt)"
        } else if group.position == .start {
            what = "has no revision of the hub's registry: promote one"
        } else {
            return []
        }
        return [HubFinding(area: "group", message: "Group '\(group.name)' \(what).")]
    }

    /// Nodes in groups that nobody has made.
    private static func strays(_ nodes: [Node], _ groups: [Group]) -> [HubFinding] {
        guard !groups.isEmpty else { return [] }
        let known = Set(groups.map(\.name))
        return nodes.flatMap { node in
            node.groups.filter { !known.contains($0) }.map { group in
                HubFinding(
                    area: "node",
                    message:
                        "Node '\(node.name)' is in the group '\(group)', which the hub does not"
                        + " have: make it with 'routedb hub group \(group)'.")
            }
        }
    }

    /// Something that is counted, and should be nothing.
    private typealias Check = (area: String, sql: String, message: String)

    private static let checks = registryChecks + hitChecks + clockChecks

    private static let registryChecks: [Check] = [
        (
            "registry",
            "SELECT 1 - count(*) FROM routedb.registry_head",
            "head of the registry is missing: restore the hub from a backup."
        ),
        (
            "registry",
            """
            SELECT count(*) FROM routedb.registry_head AS h WHERE h.revision > 0 AND NOT EXISTS (
                SELECT FROM routedb.registry_revision AS r
                WHERE r.number = h.revision AND r.digest = h.digest)
            """, "head is not the newest revision: publish the registry again with '--replace'."
        ),
        (
            "registry",
            """
            SELECT h.revision - (
                SELECT count(DISTINCT p.number) FROM routedb.registry_part AS p
                WHERE p.number <= h.revision)
            FROM routedb.registry_head AS h
            """, "revisions are missing: publish the registry again with '--replace'."
        ),
    ]

    private static let hitChecks: [Check] = [
        (
            "hits", "SELECT \(atMost("sum(last - first + 1)")) FROM routedb.gap",
            "hits were pruned by a node before the hub had them: keep hits for longer there."
        ),
        (
            "hits",
            """
            SELECT count(*) FROM routedb.hit_other
            WHERE at_us > ((extract(epoch FROM now()) + 2 * 86400) * 1000000)::bigint
            """,
            "hits are more than two days ahead of the hub's clock: see which clock is wrong."
        ),
        (
            "hits",
            """
            SELECT \(atMost("abs(s.taken - g.missing - h.hits)"))
            FROM (SELECT coalesce(sum(acked - forgotten - aside), 0) AS taken FROM routedb.stream) AS s,
                (SELECT coalesce(sum(last - first + 1), 0) AS missing FROM routedb.gap) AS g,
                (SELECT coalesce(sum(hits), 0) AS hits FROM routedb.hit_hour) AS h
            """, "hits more or fewer are in the hourly sums than were taken."
        ),
    ]

    private static let clockChecks: [Check] = [
        (
            "clock",
            """
            SELECT (SELECT count(*) FROM routedb.registry_head
                    WHERE changed_at > now() + interval '1 minute')
                + (SELECT count(*) FROM routedb.node WHERE seen_at > now() + interval '1 minute')
                + (SELECT count(*) FROM routedb.stream
                    WHERE shipped_at > now() + interval '1 minute')
            """,
            "times are in the future: the hub's clock was ahead, and has been set back."
        ),
        (
            "clock",
            """
            SELECT count(*) FROM routedb.promotion AS p
            JOIN routedb.node_group AS g ON g.promotion = p.id
            WHERE p.promoted_at > now() + interval '1 minute'
            """,
            "promotions are in the future, by a clock of the hub that was ahead, and their hits are not"
                + " watched until then: roll back, resume, and promote again."
        ),
    ]

    private static func findings(_ node: Node) -> [HubFinding] {
        var what: [String] = []
        if let error = node.error { what.append("refuses the registry: \(error)") }
        if !node.isKnown { what.append("has revision \(node.revision) of another registry") }
        if node.isDoubled { what.append("is the name of two processes: give each its own") }
        if node.clockAhead.magnitude > slightError.magnitude {
            what.append("has a clock \(distance(node.clockAhead)) the hub's")
        }
        if node.age > 600 { what.append("was last heard of \(node.age)s ago") }
        return what.map { HubFinding(area: "node", message: "Node '\(node.name)' \($0).") }
    }
}
#endif
