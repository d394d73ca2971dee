#if Hub
package import RouteDB

extension HubClient {
    /// The number of the lock that editors of the registry hold.
    private static let editLock = 7_239_020

    /// The revisions before and after a publication.
    package struct Publication: Sendable {
        package let old: FeedPosition
        package let new: FeedPosition
        package let isReplaced: Bool
    }

    /// Keeps other editors out until a registry is published or the connections end.
    ///
    /// It takes a transaction on a connection of its own, and not a lock of a session: a pooler may
    /// give each transaction another session.
    package func beginEditing(waiting timeout: Duration) throws(RouteDBError) {
        // PostgreSQL takes 0 as no limit.
        let milliseconds = min(max(1, timeout.wholeMicroseconds / 1_000), Int64(Int32.max))
        let link = HubLink(address)
        editor = try link.use(.writing) { connection in
            try connection.run("BEGIN")
            try connection.run("SELECT set_config('lock_timeout', $1, true)", "\(milliseconds)")
            try connection.run("SELECT pg_advisory_xact_lock(\(Self.editLock))")
            return connection
        }
    }

    /// Lets other editors in without anything being published.
    package func endEditing() { editor = nil }

    /// Returns whether the hub has a revision.
    package func has(_ position: FeedPosition) throws(RouteDBError) -> Bool {
        try link.use(.reading) { connection in
            let rows = try connection.run(
                "SELECT 1 FROM routedb.registry_revision WHERE number = $1 AND digest = $2",
                "\(position.revision)", position.digest)
            return !rows.isEmpty
        }
    }

    /// Publishes the revisions of a registry that the hub does not have.
    package func publish(
        _ path: String, isReplacing: Bool
    ) throws(RouteDBError) -> Publication {
        let store = try RegistryStore.open(path: path, mode: .reading)
        let editor = editor.take()
        return try link.use(.writing) { connection in
            if let editor {
                let done = try Self.publish(store, isReplacing, editor)
                try editor.run("COMMIT")
                return done
            }
            return try connection.transaction {
                try connection.run("SELECT pg_advisory_xact_lock(\(Self.editLock))")
                return try Self.publish(store, isReplacing, connection)
            }
        }
    }

    private static func publish(
        _ store: RegistryStore, _ isReplacing: Bool, _ connection: HubConnection
    ) throws -> Publication {
        // Locks the row until the commit: publications follow each other.
        let row = try connection.run(
            "SELECT revision, digest, fingerprint FROM routedb.registry_head FOR UPDATE"
        ).first
        guard let row else { throw RouteDBError.damaged(connection) }
        let old = FeedPosition(revision: row.number(0), digest: row[1] ?? "")
        var feed = try store.beginFeed(after: old)
        let isOther = feed.head.mustRefetch
        guard !isOther || isReplacing else {
            throw RouteDBError(
                .revisionConflict,
                "The hub '\(connection.name)' is at revision \(old.revision), which is not one of"
                    + " the registry '\(store.path)'.",
                hint: "Publish the registry that the hub has, or replace it with '--replace'.")
        }
        // Also tags are part of what the fingerprint stands for.
        guard isReplacing || row[2] != feed.fingerprint else {
            return Publication(old: old, new: old, isReplaced: false)
        }
        if isReplacing {
            // All of it, whatever the hub says that it has.
            feed = try store.beginFeed(after: .start)
            try connection.run("DELETE FROM routedb.registry_revision")
        }
        var writer = HubFeedWriter(connection, after: isReplacing ? .start : old)
        while true {
            let page = try store.readFeed(&feed)
            guard !page.isEmpty else { break }
            try writer.write(page)
        }
        let new = try writer.finish(fingerprint: feed.fingerprint, schema: feed.head.schema)
        try connection.run("NOTIFY routedb_registry")
        return Publication(old: old, new: new, isReplaced: isOther && old != .start)
    }
}
#endif
