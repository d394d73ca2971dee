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
        return try withinFeed(.reading) { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let row = try connection.run(Self.selectHead, "\(HubFeedReading.mostPartBytes)").first
            guard let row else { throw RouteDBError.damaged(connection) }
            guard row.number(0) > 0 else { throw RouteDBError(emptyHub: connection.name) }
            guard let ending = row[3], row[4] == "t" else {
                throw RouteDBError(
                    unreadable: "its head is not its newest revision, or is too long", connection)
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
                ending: Self.ending(ending, at: latest))
            return fingerprint
        }
    }

    /// Runs a part of reading a feed, whose transaction ends if that fails.
    ///
    /// Otherwise whatever is asked next would be answered by the hub as it was then.
    private func withinFeed<Result>(
        _ use: HubUse?, _ body: (HubConnection) throws -> Result
    ) throws(RouteDBError) -> Result {
        try link.use(use) { connection in
            do {
                return try body(connection)
            } catch {
                feed = nil
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        }
    }

    /// The head, without its last line if that has more bytes than a part may have.
    private static let selectHead = """
        SELECT h.revision, h.schema, left(h.fingerprint, 100),
            CASE WHEN octet_length(h.ending) <= $1::bigint THEN h.ending END,
            EXISTS (
                SELECT FROM routedb.registry_revision AS r
                WHERE r.number = h.revision AND r.digest = h.digest)
        FROM routedb.registry_head AS h
        """

    /// The revision that nodes of some groups get.
    private static func offered(
        to groups: [String], _ connection: HubConnection
    ) throws -> Int64 {
        let row = try connection.run(
            "SELECT revision FROM routedb.offered($1)", ArrayText.of(groups.map(\.self))
        ).first
        guard let row else {
            throw RouteDBError(
                .sourceUnavailable,
                "The hub '\(connection.name)' has no revision for this node: none of its registry"
                    + " was promoted to its groups.",
                hint: "Promote one with `routedb hub promote`.")
        }
        return row.number(0)
    }

    /// The last line of a feed, for a revision that need not be the newest: it has no tags of later ones.
    private static func ending(_ line: String, at revision: Int64) -> String {
        guard case .object(var object)? = try? JSONValue(parsing: line),
            case .int(let newest)? = object["end"], newest != revision
        else { return line }
        object["end"] = .int(revision)
        if case .array(let tags)? = object["tags"] {
            object["tags"] = .array(tags.filter { !Self.names($0, from: revision + 1, to: newest) })
        }
        return object.description
    }

    /// Returns whether a tag names one of some revisions.
    private static func names(_ tag: JSONValue, from first: Int64, to last: Int64) -> Bool {
        guard case .object(let object) = tag, case .int(let number)? = object["revision"] else {
            return false
        }
        return first <= number && number <= last
    }

    /// Reads the next lines of the feed; none at its end.
    package func readFeed() throws(RouteDBError) -> [UInt8] {
        guard var reading = feed else { return [] }
        if let head = reading.head {
            reading.head = nil
            feed = reading
            return head
        }
        return try withinFeed(nil) { connection in
            guard let last = try Self.nextPart(of: reading, connection) else {
                feed = nil
                try connection.run("COMMIT")
                return Array("\(reading.ending)\n".utf8)
            }
            let rows = try connection.run(
                """
                SELECT p.number, p.part, r.digest, p.lines FROM routedb.registry_part AS p
                JOIN routedb.registry_revision AS r ON r.number = p.number
                WHERE (p.number, p.part) > ($1, $2) AND (p.number, p.part) <= ($3, $4)
                ORDER BY p.number, p.part
                """, "\(reading.number)", "\(reading.part)", "\(last.number)", "\(last.part)")
            (reading.number, reading.part) = last
            feed = reading
            return try rows.flatMap { row in
                let lines = Array((row[3] ?? "").utf8)
                if row.number(1) == 0 { try Self.check(lines, of: row, connection) }
                return lines
            }
        }
    }

    /// The last of the parts that are fetched next, which are bounded together; `nil` if there are none.
    ///
    /// Their lengths are asked first, since somebody may have made one as long as PostgreSQL stores.
    private static func nextPart(
        of reading: HubFeedReading, _ connection: HubConnection
    ) throws -> (number: Int64, part: Int)? {
        let rows = try connection.run(
            """
            SELECT number, part, octet_length(lines) FROM routedb.registry_part
            WHERE (number, part) > ($1, $2) AND number <= $3 ORDER BY number, part LIMIT 16
            """, "\(reading.number)", "\(reading.part)", "\(reading.last)")
        var (last, bytes): ((number: Int64, part: Int)?, Int64) = (nil, 0)
        for row in rows {
            guard row.number(2) <= HubFeedReading.mostPartBytes else {
                throw RouteDBError(
                    unreadable: "part \(row.number(1)) of revision \(row.number(0)) has"
                        + " \(row.number(2)) bytes", connection)
            }
            bytes += row.number(2)
            guard last == nil || bytes <= HubFeedReading.pageBytes else { break }
            last = (row.number(0), Int(row.number(1)))
        }
        return last
    }

    /// Checks that the first part of a revision begins with the digest that the hub knows it by.
    private static func check(
        _ lines: [UInt8], of row: [String?], _ connection: HubConnection
    ) throws {
        let position = FeedPosition(revision: row.number(0), digest: row[2] ?? "")
        let first = lines.prefix { $0 != UInt8(ascii: "\n") }
        guard try FeedMark(of: first) == .revision(position) else {
            throw RouteDBError(
                unreadable: "revision \(position.revision) does not have the digest that it is"
                    + " known by", connection)
        }
    }
}

extension RouteDBError {
    /// The error for a registry at a hub that cannot be read.
    fileprivate init(unreadable what: String, _ connection: HubConnection) {
        self.init(
            .invalidInput, "The registry at the hub '\(connection.name)' is refused: \(what).",
            hint: "Somebody has changed the hub's tables: publish the registry again with"
                + " `routedb hub publish --replace`.")
    }

    /// The error for a hub to which nothing was published.
    package init(emptyHub name: String) {
        self.init(
            .sourceUnavailable, "The hub '\(name)' has no registry yet.",
            hint: "Publish one with `routedb hub publish`, or add a route with '--hub'.")
    }
}
#endif
