package import RouteDBDatabase
import RouteDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A new SQLite file with ordinary tables.
///
/// It is written under a temporary name and then renamed, so that no reader sees an incomplete
/// file.
package final class SQLTableFile {
    /// A column of a table: its name, which needs no quotes, and its type with its constraints.
    package typealias Column = (name: String, type: String)

    private let path: String
    private let unfinishedPath: String
    private let database: Database
    private var isFinished = false

    /// Creates a file.
    package init(path: String, within limit: FileLimit?) throws(RouteDBError) {
        self.path = path
        unfinishedPath = "\(path).\(getpid()).tmp"
        // The call reads the path only until it returns.
        _ = unsafe unlink(unfinishedPath)
        limit?.prepareFile(at: unfinishedPath, isCompanion: false)
        do {
            let connection = try Connection(path: unfinishedPath, mode: .create)
            database = Database(connection: connection, path: path)
            // No other process uses the file yet, and after a failure it is removed.
            try connection.setPragma("journal_mode", to: "OFF")
            try connection.setPragma("locking_mode", to: "EXCLUSIVE")
            try connection.execute("BEGIN")
        } catch {
            // The call reads the path only until it returns.
            _ = unsafe unlink(unfinishedPath)
            throw Self.failure(error, path)
        }
    }

    deinit {
        guard !isFinished else { return }
        // Unlinking before closing is safe, since no other process uses the file.
        // The call reads the path only until it returns.
        _ = unsafe unlink(unfinishedPath)
    }

    /// Creates a table with the rows that a closure provides.
    package func add(
        _ table: String, columns: [Column],
        rows: (_ write: ([SQLCell]) throws -> Void) throws -> Void
    ) throws {
        let list = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        try execute("CREATE TABLE \(table) (\(list))")
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        var statement = try database.connection.prepare("INSERT INTO \(table) VALUES (\(marks))")
        try rows { cells in
            do {
                for (index, cell) in cells.enumerated() {
                    try statement.bind(cell, at: Int32(index + 1))
                }
                try statement.run()
            } catch {
                throw Self.failure(error, path)
            }
        }
    }

    /// Runs a script of ours.
    package func execute(_ script: String) throws(RouteDBError) {
        do {
            try database.connection.execute(script)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Moves the file to its place.
    package func finish() throws(RouteDBError) {
        try execute("COMMIT")
        do {
            try database.connection.close()
        } catch {
            throw Self.failure(error, path)
        }
        // The call reads the paths only until it returns.
        guard unsafe rename(unfinishedPath, path) == 0 else {
            throw RouteDBError(.permissionDenied, "The file '\(path)' cannot be replaced.")
        }
        isFinished = true
    }

    private static func failure(_ error: any Error, _ path: String) -> RouteDBError {
        guard let error = error as? SQLiteError else {
            return RouteDBError(error, path: path)
        }
        if case .cannotOpen = error.code.primary {
            return RouteDBError(
                .permissionDenied, "No permission to create the file '\(path)'.",
                hint: "Give a path in an existing, writable directory.",
                underlying: error)
        }
        if case .full = error.code.primary {
            return RouteDBError(
                .full, "The disk of '\(path)' is full; no file was created.",
                hint: "Free some space, then try again.", underlying: error)
        }
        return RouteDBError(
            .storageFailure, "'\(path)' cannot be written: \(error.message).", underlying: error)
    }
}

/// The contents of a file of exported hits, apart from the table `hits`, whose columns are
/// ``HitColumn``: the table `live_route`, indexes, and views, as Docs/sqlite.md describes them.
///
/// Queries for `live_route` of a registry, and for `hits_by_hour` and `hits_by_day` of a history,
/// also work on such a file, because the columns have the same names and meanings.
package enum ExportedTables {
    /// The columns of `live_route`, the same as in the view of a registry.
    package static let routeColumns: [SQLTableFile.Column] = [
        ("route_id", "INTEGER PRIMARY KEY"), ("namespace", "TEXT"), ("route", "TEXT"),
        ("target", "TEXT"), ("pattern", "TEXT"), ("namespace_id", "INTEGER"), ("name", "TEXT"),
        ("route_group", "TEXT"), ("kind", "TEXT"), ("priority", "INTEGER"),
        ("is_enabled", "INTEGER"), ("written", "TEXT"), ("syntax", "TEXT"),
        ("requirements", "TEXT"), ("presentation", "TEXT"), ("labels", "TEXT"), ("note", "TEXT"),
        ("redirect", "TEXT"), ("made_by", "INTEGER"), ("made_at", "TEXT"),
    ]

    /// Indexes for finding the hits of a period and of a route.
    ///
    /// There are no others, because scanning the hits is fast, and each index makes the file 10 to
    /// 25 percent larger.
    package static let indexes = """
        CREATE INDEX hits_at ON hits (at);
        CREATE INDEX hits_route ON hits (route_id);
        """

    /// The roll-ups of the exported hits, by hour, by day, and by host and day, in UTC.
    package static let views =
        rollUp("hour", of: "substr(at, 1, 13) || ':00:00Z'")
        + rollUp("day", of: "substr(at, 1, 10)")
        + hosts

    // Nothing in the file was pruned; the columns exist so that queries for a history work too.
    private static func rollUp(_ bucket: String, of beginning: String) -> String {
        """
        CREATE VIEW hits_by_\(bucket) AS
        SELECT
            \(beginning) AS \(bucket),
            outcome,
            namespace,
            route,
            target,
            pattern,
            namespace_id,
            route_id,
            count(*) AS hits,
            sum(weight) AS weight,
            ifnull(sum(duration), 0) AS duration,
            count(duration) AS timed,
            0 AS pruned_hits,
            0 AS pruned_weight
        FROM hits
        GROUP BY \(bucket), outcome, namespace_id, route_id;

        """
    }

    // The host is lower-case, without user name and port. URLs without "://" have none.
    private static let hosts = """
        CREATE VIEW hits_by_host AS
        SELECT
            day,
            nullif(lower(CASE
                WHEN authority LIKE '[%]%' THEN substr(authority, 1, instr(authority, ']'))
                ELSE substr(authority, 1, instr(authority || ':', ':') - 1)
            END), '') AS host,
            outcome,
            count(*) AS hits,
            sum(weight) AS weight
        FROM (
            SELECT substr(rest, instr(rest, '@') + 1) AS authority, day, outcome, weight
            FROM (
                SELECT
                    CASE WHEN substr(url, 1, colon - 1) NOT GLOB '*[^A-Za-z0-9+.-]*' THEN
                        substr(
                            substr(url, colon + 3), 1,
                            instr(
                                replace(replace(substr(url, colon + 3), '?', '/'), '#', '/') || '/',
                                '/') - 1)
                    END AS rest,
                    day, outcome, weight
                FROM (
                    SELECT url, nullif(instr(url, '://'), 0) AS colon, substr(at, 1, 10) AS day,
                        outcome, weight
                    FROM hits
                )
            )
        )
        GROUP BY 1, 2, 3;
        """
}
