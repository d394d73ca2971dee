#if Hub
package import RouteDB

/// Works on a hub, on a queue of its own.
///
/// It connects when it is first asked, and again after a failure.
package actor HubDesk {
    private let executor = QueueExecutor(label: "routedb.hub")
    private let address: HubAddress
    private var connection: HubConnection?
    private var reading: Reading?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor keeps its executor alive.
        unsafe executor.asUnownedSerialExecutor()
    }

    package init(_ address: HubAddress) { self.address = address }

    /// Ends the connection.
    package func close() { connection = nil }

    /// The hub as messages name it.
    package func name() throws(RouteDBError) -> String { try open().name }

    // MARK: Administration

    /// Makes the tables; returns whether they were there.
    package func makeTables() throws(RouteDBError) -> Bool {
        try perform { connection in
            let isThere =
                try connection.run("SELECT to_regclass('routedb.hub') IS NOT NULL").first?.first == "t"
            if isThere { try HubSchema.check(connection, for: .writing) }
            try connection.transaction {
                // Two who do this at once would both make the schema.
                try connection.run("SELECT pg_advisory_xact_lock(7239018)")
                for statement in HubSchema.statements { try connection.run(statement) }
            }
            return isThere
        }
    }

    /// What a hub has.
    package struct Status: Sendable {
        package let version: Int64
        package let server: String
        package let position: FeedPosition
        package let changedAt: String?
        package let nodes: Int64
    }

    package func status() throws(RouteDBError) -> Status {
        try perform { connection in
            try HubSchema.check(connection, for: .reading)
            let row = try connection.run(
                """
                SELECT h.version, current_setting('server_version'), r.revision, r.digest,
                    to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                    (SELECT count(*) FROM routedb.node)
                FROM routedb.hub AS h, routedb.registry_head AS r
                """
            ).first ?? []
            guard row.count == 6 else { throw Self.damaged(connection) }
            return Status(
                version: row[0].flatMap { Int64($0) } ?? 0, server: row[1] ?? "",
                position: FeedPosition(
                    revision: row[2].flatMap { Int64($0) } ?? 0, digest: row[3] ?? ""),
                changedAt: row[4], nodes: row[5].flatMap { Int64($0) } ?? 0)
        }
    }

    /// A node that follows the hub.
    package struct Node: Sendable {
        package let name: String
        package let revision: Int64
        /// Whether its revision is one of the hub's.
        package let isKnown: Bool
        package let error: String?
        /// How long ago it was heard of, in seconds.
        package let age: Int64
    }

    /// The nodes, by name.
    package func nodes() throws(RouteDBError) -> [Node] {
        try perform { connection in
            try HubSchema.check(connection, for: .reading)
            return try connection.run(
                """
                SELECT n.name, n.revision, n.revision = 0 OR r.digest IS NOT DISTINCT FROM n.digest,
                    n.error, greatest(0, extract(epoch FROM now() - n.seen_at))::bigint
                FROM routedb.node AS n
                LEFT JOIN routedb.registry_revision AS r ON r.number = n.revision
                ORDER BY n.name COLLATE "C"
                """
            ).map { row in
                Node(
                    name: row[0] ?? "", revision: row[1].flatMap { Int64($0) } ?? 0,
                    isKnown: row[2] == "t", error: row[3], age: row[4].flatMap { Int64($0) } ?? 0)
            }
        }
    }

    /// Tells the hub what a node has; the hub's clock says when.
    package func report(
        node: String, at position: FeedPosition, error: String?
    ) throws(RouteDBError) {
        try perform { connection in
            try connection.run(
                """
                INSERT INTO routedb.node (name, revision, digest, error) VALUES ($1, $2, $3, $4)
                ON CONFLICT (name) DO UPDATE SET revision = excluded.revision,
                    digest = excluded.digest, error = excluded.error, seen_at = now()
                """, node, "\(position.revision)", position.digest, error?.withoutNUL)
        }
    }

    // MARK: The registry

    /// What was published.
    package struct Publication: Sendable {
        package let old: FeedPosition
        package let new: FeedPosition
        package let isReplaced: Bool
    }

    /// The newest revision at the hub.
    func position(_ connection: HubConnection) throws -> FeedPosition {
        let row = try connection.run("SELECT revision, digest FROM routedb.registry_head").first
        guard let row, let revision = row[0].flatMap({ Int64($0) }) else {
            throw Self.damaged(connection)
        }
        return FeedPosition(revision: revision, digest: row[1] ?? "")
    }

    /// Publishes the revisions of a registry that the hub does not have.
    ///
    /// - Parameters:
    ///   - path: The path of the registry.
    ///   - isReplacing: Whether to replace a registry at the hub with another history.
    /// - Returns: What was done.
    /// - Throws: `revisionConflict` if the hub has revisions that the registry does not have, or
    ///   somebody else publishes meanwhile.
    package func publish(
        _ path: String, isReplacing: Bool
    ) throws(RouteDBError) -> Publication {
        let store = try RegistryStore.open(path: path, mode: .reading)
        return try perform { connection in
            try HubSchema.check(connection, for: .writing)
            return try connection.transaction {
                // Locks the row until the commit: publications follow each other.
                try connection.run("SELECT 1 FROM routedb.registry_head FOR UPDATE")
                let old = try position(connection)
                var feed = try store.beginFeed(after: old)
                let isOther = feed.head.mustRefetch
                guard !isOther || isReplacing else {
                    throw RouteDBError(
                        .revisionConflict,
                        "The hub '\(connection.name)' is at revision \(old.revision), which is not one of"
                            + " the registry '\(path)'.",
                        hint: "Publish the registry that the hub has, or replace it with '--replace'.")
                }
                if isOther { try connection.run("DELETE FROM routedb.registry_revision") }
                var writer = HubFeedWriter(connection, after: isOther ? .start : old)
                while true {
                    let page = try store.readFeed(&feed)
                    guard !page.isEmpty else { break }
                    try writer.write(page)
                }
                let new = try writer.finish(
                    fingerprint: feed.fingerprint, schema: feed.head.schema)
                try connection.run("NOTIFY routedb_registry")
                return Publication(old: old, new: new, isReplaced: isOther && old != .start)
            }
        }
    }

    /// Begins the hub's feed after a position, which is one state of the hub however long it is read.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - known: The fingerprint of an answer that was dealt with.
    /// - Returns: The fingerprint; `nil` if it is the known one, and nothing is to be read.
    func beginFeed(
        after position: FeedPosition, unless known: String?
    ) throws(RouteDBError) -> String? {
        try perform { connection in
            reading = nil
            // A feed that was not read to its end has left its transaction open.
            try connection.run("ROLLBACK")
            try HubSchema.check(connection, for: .reading)
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let head =
                try connection.run(
                    "SELECT revision, schema, fingerprint, ending FROM routedb.registry_head"
                ).first ?? []
            guard head.count == 4, let latest = head[0].flatMap({ Int64($0) }),
                let schema = head[1].flatMap({ Int64($0) })
            else { throw Self.damaged(connection) }
            let fingerprint = head[2] ?? ""
            guard fingerprint != known else {
                try connection.run("COMMIT")
                return nil
            }
            let digest = try connection.run(
                "SELECT digest FROM routedb.registry_revision WHERE number = $1",
                "\(position.revision)"
            ).first?.first ?? ""
            let isKnown = position == .start || digest == position.digest
            let after = isKnown ? position.revision : 0
            let line = FeedHead(
                schema: schema, after: after, latest: latest, mustRefetch: !isKnown
            ).line
            reading = Reading(
                head: line, number: after, part: Int(Int32.max), ending: head[3] ?? "")
            return fingerprint
        }
    }

    /// A feed that is being read.
    private struct Reading {
        var head: [UInt8]?
        var number: Int64
        var part: Int
        let ending: String
    }

    /// Reads the next lines of the feed; none at its end.
    func readFeed() throws(RouteDBError) -> [UInt8] {
        guard var feed = reading else { return [] }
        return try perform { connection in
            if let head = feed.head {
                feed.head = nil
                reading = feed
                return head
            }
            let rows = try connection.run(
                """
                SELECT number, part, lines FROM routedb.registry_part
                WHERE (number, part) > ($1, $2) ORDER BY number, part LIMIT 16
                """, "\(feed.number)", "\(feed.part)")
            guard let last = rows.last, let number = last[0].flatMap({ Int64($0) }),
                let part = last[1].flatMap({ Int($0) })
            else {
                reading = nil
                try connection.run("COMMIT")
                return Array("\(feed.ending)\n".utf8)
            }
            (feed.number, feed.part) = (number, part)
            reading = feed
            return rows.flatMap { Array(($0[2] ?? "").utf8) }
        }
    }

    // MARK: Connections and failures

    private func open() throws(RouteDBError) -> HubConnection {
        if let connection { return connection }
        let opened = try HubConnection(address)
        connection = opened
        return opened
    }

    private func perform<Result>(
        _ body: (HubConnection) throws -> Result
    ) throws(RouteDBError) -> Result {
        let connection = try open()
        do {
            return try body(connection)
        } catch let error as RouteDBError {
            throw error
        } catch let failure as HubFailure {
            // The next use finds out whether the hub is there.
            self.connection = nil
            throw RouteDBError(failure, hub: connection.name)
        } catch {
            throw RouteDBError(error, path: connection.name)
        }
    }

    private static func damaged(_ connection: HubConnection) -> RouteDBError {
        RouteDBError(
            .corrupt, "The hub '\(connection.name)' has no head of its registry.",
            hint: "Run `routedb hub init` again, or restore the hub from a backup.")
    }
}

extension RouteDBError {
    /// The error for a statement that the hub did not run.
    fileprivate init(_ failure: HubFailure, hub: String) {
        switch failure {
        case _ where failure.isDenied:
            self.init(
                .permissionDenied, "The hub '\(hub)' refuses: \(failure.message).",
                hint: "'Docs/fleet.md' lists the rights that each role needs.")
        case _ where failure.isConflict:
            self.init(
                .busy, "The hub '\(hub)' was changed by somebody else meanwhile.",
                hint: "Try again.")
        case _ where failure.code == "53100":
            self.init(.full, "The disk of the hub '\(hub)' is full.", hint: "Free some space.")
        case _ where failure.isMissingTable:
            self.init(
                .schemaMismatch, "The hub '\(hub)' lacks a table: \(failure.message).",
                hint: "Run `routedb hub init` again, or restore the hub from a backup.")
        default:
            self.init(
                .sourceUnavailable, "The hub '\(hub)' failed: \(failure.message).",
                hint: "Try again; see the server's log if it goes on.")
        }
    }
}

extension String {
    /// The text as PostgreSQL can store it.
    fileprivate var withoutNUL: String { replacing("\u{0}", with: "\u{FFFD}") }
}
#endif
