#if Hub
package import RouteDB

extension HubClient {
    /// The newest revision of the registry; the start if nothing was published yet.
    package func position() throws(RouteDBError) -> FeedPosition {
        try link.use(.reading) { connection in
            let row = try connection.run("SELECT revision, digest FROM routedb.registry_head").first
            guard let row else { throw RouteDBError.damaged(connection) }
            return FeedPosition(revision: row.number(0), digest: row[1] ?? "")
        }
    }

    /// Begins the hub's feed after a position, which is one state of the hub however long it is read.
    package func beginFeed(
        after position: FeedPosition, unless known: String?, groups: [String]? = nil
    ) throws(RouteDBError) -> String? {
        if feed != nil {
            // A feed that was not read to its end has left its transaction open.
            feed = nil
            link.close()
        }
        return try link.use(.reading) { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let row = try connection.run(
                "SELECT revision, schema, fingerprint, ending FROM routedb.registry_head"
            ).first
            guard let row else { throw RouteDBError.damaged(connection) }
            guard row.number(0) > 0 else {
                try connection.run("COMMIT")
                throw RouteDBError(emptyHub: connection.name)
            }
            let newest = row.number(0)
            var latest = newest
            if let groups {
                latest = try Self.offered(to: groups, connection)
            }
            // A node that goes from one revision to another has dealt with neither's answer.
            let fingerprint = (row[2] ?? "") + (latest == newest ? "" : "@\(latest)")
            guard fingerprint != known else {
                try connection.run("COMMIT")
                return nil
            }
            let digest = try connection.run(
                "SELECT digest FROM routedb.registry_revision WHERE number = $1",
                "\(position.revision)"
            ).first?[0]
            // A group that was rolled back is behind: its nodes take the whole registry.
            let isKnown =
                position == .start || digest == position.digest && position.revision <= latest
            let after = isKnown ? position.revision : 0
            let head = FeedHead(
                schema: row.number(1), after: after, latest: latest, mustRefetch: !isKnown)
            feed = HubFeedReading(
                head: head.line, number: after, part: Int(Int32.max), last: latest,
                ending: Self.ending(row[3] ?? "", at: latest))
            return fingerprint
        }
    }

    /// The revision that nodes of some groups get.
    private static func offered(
        to groups: [String], _ connection: HubConnection
    ) throws -> Int64 {
        let row = try connection.run(
            "SELECT revision FROM routedb.offered($1)", ArrayText.of(groups.map(\.self))
        ).first
        guard let row else {
            try connection.run("COMMIT")
            throw RouteDBError(
                .sourceUnavailable,
                "The hub '\(connection.name)' has no revision for this node: none of its registry"
                    + " was promoted to its groups.",
                hint: "Promote one with `routedb hub promote`.")
        }
        return row.number(0)
    }

    /// The last line of a feed, for a revision that need not be the newest.
    ///
    /// A follower leaves out the tags of revisions that it does not have.
    private static func ending(_ line: String, at revision: Int64) -> String {
        guard case .object(var object)? = try? JSONValue(parsing: line) else {
            return line
        }
        object["end"] = .int(revision)
        return object.description
    }

    /// Reads the next lines of the feed; none at its end.
    package func readFeed() throws(RouteDBError) -> [UInt8] {
        guard var reading = feed else { return [] }
        if let head = reading.head {
            reading.head = nil
            feed = reading
            return head
        }
        return try link.use(nil) { connection in
            let rows = try connection.run(
                """
                SELECT number, part, lines FROM routedb.registry_part
                WHERE (number, part) > ($1, $2) AND number <= $3 ORDER BY number, part LIMIT 16
                """, "\(reading.number)", "\(reading.part)", "\(reading.last)")
            guard let last = rows.last else {
                feed = nil
                try connection.run("COMMIT")
                return Array("\(reading.ending)\n".utf8)
            }
            (reading.number, reading.part) = (last.number(0), Int(last.number(1)))
            feed = reading
            return rows.flatMap { Array(($0[2] ?? "").utf8) }
        }
    }
}

extension RouteDBError {
    /// The error for a hub to which nothing was published.
    package init(emptyHub name: String) {
        self.init(
            .sourceUnavailable, "The hub '\(name)' has no registry yet.",
            hint: "Publish one with `routedb hub publish`, or add a route with '--hub'.")
    }
}
#endif
