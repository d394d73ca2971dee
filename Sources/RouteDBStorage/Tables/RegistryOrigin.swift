import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// Where the content of a registry's file comes from, if the file follows another registry.
package struct RegistryOrigin: Hashable, Sendable {
    /// The address of the registry that it follows, for people.
    package var address: String
    /// Since when it does.
    package var since: Timestamp

    package init(address: String, since: Timestamp) {
        self.address = address
        self.since = since
    }
}

/// The table `routedb_origin`, which only a file has that follows another registry.
///
/// It is not part of the content, so no digest covers it.
struct OriginRecord {
    let database: Database

    /// The origin, or `nil` if the file does not follow.
    func find() throws(RouteDBError) -> RegistryOrigin? {
        guard try exists else { return nil }
        return try database.run("SELECT address, since FROM routedb_origin") { statement in
            guard try statement.step() else { return nil }
            return RegistryOrigin(address: statement.string(at: 0), since: statement.time(at: 1))
        }
    }

    /// Stores the origin, which makes the file one that follows; writes nothing if it is stored.
    func store(_ origin: RegistryOrigin) throws(RouteDBError) {
        if let old = try find(), old.address == origin.address { return }
        if try !exists { try database.run(composed: SchemaObject.origin.sql) { try $0.run() } }
        let insert: StaticString = """
            INSERT OR REPLACE INTO routedb_origin (id, address, since) VALUES (1, ?1, ?2)
            """
        try database.run(insert) { statement in
            try statement.bind(origin.address, at: 1)
            try statement.bind(origin.since, at: 2)
            try statement.run()
        }
    }

    /// Makes the file a registry that does not follow.
    func remove() throws(RouteDBError) {
        if try exists { try database.run("DROP TABLE routedb_origin") { try $0.run() } }
    }

    /// Refuses edits of a file that follows.
    func requireNone() throws(RouteDBError) {
        guard let origin = try find() else { return }
        throw RouteDBError(
            .readOnly,
            "The registry '\(database.path)' follows '\(origin.address)', and gets all edits from"
                + " there.",
            hint: "Edit that registry instead. `routedb follow --stop` makes this file one that"
                + " can be edited.")
    }

    /// True if the file has the table; a table of that name that somebody else made is not it.
    private var exists: Bool {
        get throws(RouteDBError) {
            let select: StaticString = """
                SELECT sql FROM sqlite_schema WHERE name = 'routedb_origin' AND type = 'table'
                """
            return try database.run(select) { statement in
                try statement.step() && statement.string(at: 0) == SchemaObject.origin.sql
            }
        }
    }
}
