#if Hub
package import RouteDB

extension HubClient {
    /// The group that every node is in.
    package static let everybody = "all"

    /// A group of nodes.
    package struct Group: Sendable {
        package let name: String
        /// The revision that its nodes get; the start if nothing of the hub's registry was promoted to it.
        package let position: FeedPosition
        /// How many nodes are in it.
        package let nodes: Int64
        /// How many of them have what they should.
        package let nodesThere: Int64
        /// Why its revision is halted; `nil` if it is not.
        package let halt: String?
        /// The last promotion to it, unless that was rolled back.
        package let promotion: Promotion?
    }

    /// The promotion of a revision to a group.
    package struct Promotion: Sendable {
        package let id: Int64
        package let revision: Int64
        /// The revision of the group before.
        package let oldRevision: Int64
        package let author: String
        package let time: String
        /// True if its hits are watched.
        package let isWatched: Bool
        package let hitsBefore: Int64
        package let hitsAfter: Int64
        /// Shares of hits before and after, by what they are shares of.
        package let shares: [Share]

        package struct Share: Sendable {
            package let what: String
            package let before: Double?
            package let after: Double?
        }
    }

    /// The groups, by name; none if every node gets every revision at once.
    package func groups() throws(RouteDBError) -> [Group] {
        try link.use(.reading) { try $0.run(Self.listGroups).map(Group.init) }
    }

    private static let listGroups = """
        SELECT g.name, o.revision, o.digest, count(n.name),
            count(n.name) FILTER (WHERE n.revision = o.revision AND n.digest = o.digest),
            h.reason, p.id, p.revision, p.from_revision, p.author,
            to_char(p.promoted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            p.is_watched AND p.promoted_at > now() - p.watch_seconds * interval '1 second',
            e.hits_before, e.hits_after, e.unmatched_before, e.unmatched_after, e.failed_before,
            e.failed_after, e.refused_before, e.refused_after
        FROM routedb.node_group AS g
        LEFT JOIN LATERAL routedb.offered(ARRAY[g.name]) AS o ON true
        LEFT JOIN routedb.node AS n ON g.name = 'all' OR g.name = ANY (n.groups)
        LEFT JOIN routedb.halt AS h ON h.revision = o.revision AND h.digest = o.digest
        LEFT JOIN routedb.promotion AS p ON p.id = g.promotion
        LEFT JOIN routedb.promotion_effect AS e ON e.id = p.id
        GROUP BY g.name, o.revision, o.digest, h.reason, p.id, e.hits_before, e.hits_after,
            e.unmatched_before, e.unmatched_after, e.failed_before, e.failed_after,
            e.refused_before, e.refused_after
        ORDER BY g.name = 'all', g.name COLLATE "C"
        """

    /// Makes a group.
    ///
    /// With the first one, revisions reach nodes only if they are promoted.
    package func addGroup(_ group: String) throws(RouteDBError) -> Bool {
        try GroupName.check(group)
        return try link.use(.writing) { connection in
            try connection.run("SELECT routedb.open_group($1)", group).first == ["t"]
        }
    }

    /// Removes a group, whose nodes then get what their other groups get.
    package func removeGroup(_ group: String) throws(RouteDBError) {
        try link.use(.writing) { connection in
            switch try connection.run("SELECT routedb.close_group($1)", group).first?[0] {
            case "no group": throw RouteDBError(noGroup: group, connection)
            case "others":
                throw RouteDBError(
                    .invalidValue, "The group '\(group)' cannot be removed while there are others.",
                    hint: "Remove the others first: see `routedb hub group`.")
            default: break
            }
        }
    }
}

extension HubClient.Group {
    fileprivate init(_ row: [String?]) {
        name = row[0] ?? ""
        position = FeedPosition(revision: row.number(1), digest: row[2] ?? "")
        (nodes, nodesThere) = (row.number(3), row.number(4))
        halt = row[5]
        let shares = ["unmatched", "failed", "refused"].enumerated().map { index, what in
            HubClient.Promotion.Share(
                what: what, before: row[14 + 2 * index].flatMap { Double($0) },
                after: row[15 + 2 * index].flatMap { Double($0) })
        }
        promotion = row[6].flatMap { Int64($0) }.map { id in
            HubClient.Promotion(
                id: id, revision: row.number(7), oldRevision: row.number(8),
                author: row[9] ?? "", time: row[10] ?? "", isWatched: row[11] == "t",
                hitsBefore: row.number(12), hitsAfter: row.number(13), shares: shares)
        }
    }
}

/// The names of groups of nodes.
package enum GroupName {
    /// Checks a name: letters, digits and `-`, `_`, `.`, at most 100 of them.
    package static func check(_ name: String) throws(RouteDBError) {
        guard name.utf8.allSatisfy(EditRules.isNamespaceByte), 1...100 ~= name.utf8.count else {
            throw RouteDBError(
                .invalidValue, "'\(name)' cannot be the name of a group of nodes.",
                hint: "Use letters, digits, '-', '_' and '.', such as 'region-eu'.")
        }
    }
}

extension RouteDBError {
    /// The error for a group that the hub does not have.
    init(noGroup group: String, _ connection: HubConnection) {
        self.init(
            .invalidValue, "The hub '\(connection.name)' has no group '\(group)'.",
            hint: "Make it with `routedb hub group \(group)`, or see all with `routedb hub group`.")
    }
}
#endif
