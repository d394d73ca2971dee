#if Hub
package import RouteDB

extension HubDesk {
    /// The newest revision of the registry; the start if nothing was published yet.
    package func position() throws(RouteDBError) -> FeedPosition {
        try link.use(.reading) { connection in
            let row = try connection.run("SELECT revision, digest FROM routedb.registry_head").first
            guard let row else { throw RouteDBError.damaged(connection) }
            return FeedPosition(revision: row.number(0), digest: row[1] ?? "")
        }
    }

    /// Begins the hub's feed after a position, which is one state of the hub however long it is read.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - known: The fingerprint of an answer that was dealt with.
    /// - Returns: The fingerprint; `nil` if it is the known one, and nothing is to be read.
    /// - Throws: What the hub says; `corrupt` if it has no head.
    package func beginFeed(
        after position: FeedPosition, unless known: String?
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
                throw RouteDBError(
                    .sourceUnavailable, "The hub '\(connection.name)' has no registry yet.",
                    hint: "Publish one with `routedb hub publish`, or add a route with '--hub'.")
            }
            let fingerprint = row[2] ?? ""
            guard fingerprint != known else {
                try connection.run("COMMIT")
                return nil
            }
            let digest = try connection.run(
                "SELECT digest FROM routedb.registry_revision WHERE number = $1",
                "\(position.revision)"
            ).first?[0]
            let isKnown = position == .start || digest == position.digest
            let after = isKnown ? position.revision : 0
            let head = FeedHead(
                schema: row.number(1), after: after, latest: row.number(0), mustRefetch: !isKnown)
            feed = HubFeedReading(
                head: head.line, number: after, part: Int(Int32.max), ending: row[3] ?? "")
            return fingerprint
        }
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
                WHERE (number, part) > ($1, $2) ORDER BY number, part LIMIT 16
                """, "\(reading.number)", "\(reading.part)")
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
#endif
