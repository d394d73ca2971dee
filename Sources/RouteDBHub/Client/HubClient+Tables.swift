#if Hub
package import RouteDB

extension HubClient {
    /// Makes the tables, or brings those of an older version up to date.
    package func makeTables() throws(RouteDBError) -> Int {
        try link.use(nil) { connection in
            let encoding = try connection.run("SHOW server_encoding").first?[0]
            guard encoding == "UTF8" else {
                throw RouteDBError(
                    .invalidValue,
                    "The database '\(connection.name)' stores texts in \(encoding ?? "no encoding"), and"
                        + " a hub needs UTF-8.",
                    hint: "Create another, for example with `createdb -E UTF8 -T template0 routes`."
                )
            }
            return try connection.transaction {
                // Two who do this at once would both make the schema.
                try connection.run("SELECT pg_advisory_xact_lock(7239018)")
                let isThere =
                    try connection.run("SELECT to_regclass('routedb.hub') IS NOT NULL").first
                    == ["t"]
                if isThere {
                    try HubUse.writing.check(connection)
                } else {
                    try Self.makeHubTable(connection)
                }
                let row = try connection.run("SELECT version FROM routedb.hub").first
                let old = row?[0].flatMap { Int($0) } ?? 0
                for step in HubSchema.steps.dropFirst(old) {
                    for statement in step { try connection.run(statement) }
                }
                if old < HubSchema.version {
                    try connection.run(
                        "UPDATE routedb.hub SET version = $1", "\(HubSchema.version)")
                }
                try connection.run("SELECT routedb.open_coming_days()")
                // PostgreSQL lets everybody call a new function.
                try connection.run(
                    "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA routedb FROM PUBLIC")
                return old
            }
        }
    }

    private static func makeHubTable(_ connection: HubConnection) throws {
        try connection.run("CREATE SCHEMA IF NOT EXISTS routedb")
        try connection.run(
            """
            CREATE TABLE routedb.hub (
                id         integer PRIMARY KEY CHECK (id = 1),
                version    integer NOT NULL,
                min_reader integer NOT NULL,
                min_writer integer NOT NULL
            )
            """)
        try connection.run("INSERT INTO routedb.hub VALUES (1, 0, 1, 1)")
    }

    /// Gives a user of the database the rights of a role, and no more than that.
    package func grant(_ role: HubRole, to user: String) throws(RouteDBError) {
        try link.use(.writing) { connection in
            let isThere = try connection.run("SELECT 1 FROM pg_roles WHERE rolname = $1", user)
            guard !isThere.isEmpty else {
                throw RouteDBError(
                    .invalidValue, "The database has no user '\(user)'.",
                    hint: "Create it first, for example with `createuser \(user)`.")
            }
            try connection.transaction {
                for right in role.rights {
                    // The server quotes the name.
                    let sql = try connection.run(
                        "SELECT format('GRANT %s TO %I', $1::text, $2::text)", right, user)
                    try connection.run(sql.first?[0] ?? "")
                }
            }
        }
    }
}
#endif
