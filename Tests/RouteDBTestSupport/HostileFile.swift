internal import RouteDBCSQLite

/// Unrestricted access to a database file, without the protections of our own connections: it
/// writes whatever SQLite can be made to write.
///
/// The handle is open from `init` to `deinit`, and texts are passed with a NUL at their end or copied:
/// that makes the calls of SQLite safe.
@safe
package final class HostileFile {
    /// A column of an ordinary table.
    package struct Column: Hashable, Sendable {
        package let table: String
        package let name: String
        package let type: String
    }

    /// An error of SQLite.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let handle: OpaquePointer

    /// Opens a file, creating it if needed.
    package init(path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard unsafe sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK,
            let opened = unsafe opened
        else {
            unsafe sqlite3_close_v2(opened)
            throw Failure(description: "'\(path)' cannot be opened")
        }
        unsafe handle = unsafe opened
        try execute("PRAGMA ignore_check_constraints = ON")
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    /// Runs a script.
    package func execute(_ script: String) throws {
        guard unsafe sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
            throw unsafe Failure(description: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// Runs a script on a file, and closes the file.
    package static func execute(_ script: String, path: String) throws {
        try HostileFile(path: path).execute(script)
    }

    /// Returns the rows of a query, as text.
    package func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw unsafe Failure(description: String(cString: sqlite3_errmsg(handle)))
        }
        defer { unsafe sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            unsafe rows.append(
                (0..<sqlite3_column_count(statement)).map { index in
                    unsafe sqlite3_column_text(statement, index).map { unsafe String(cString: $0) }
                        ?? ""
                })
        }
        return rows
    }

    /// Returns the columns of all tables.
    package func columns() throws -> [Column] {
        let sql = """
            SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid
            """
        return try rows(sql).map { Column(table: $0[0], name: $0[1], type: $0[2]) }
    }

    /// Sets a column to a value regardless of its type and of the table's constraints, and leaves
    /// the schema unchanged.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - literal: The value, as SQL.
    ///   - everywhere: Whether to set it in all rows, or in one.
    /// - Throws: If even so the column cannot have the value.
    package func set(_ column: Column, to literal: String, everywhere: Bool) throws {
        try execute(
            """
            CREATE TEMP TABLE original AS SELECT name, sql FROM sqlite_schema WHERE type = 'table';
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql,
                'IS NOT NULL', 'NOTNULL'), 'NOT NULL', ''), 'NOTNULL', 'IS NOT NULL'),
                ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')')
            WHERE type = 'table' AND name NOT LIKE 'sqlite%';
            PRAGMA writable_schema = RESET;
            """)
        let one = "SELECT 1 FROM pragma_index_list('\(column.table)') WHERE origin = 'pk'"
        let keys = try rows(
            "SELECT name FROM pragma_table_info('\(column.table)') WHERE pk > 0 AND EXISTS (\(one))"
        ).map { $0[0] }
        let key = keys.isEmpty ? "rowid" : keys.joined(separator: ", ")
        let place =
            everywhere ? "" : "WHERE (\(key)) IN (SELECT \(key) FROM \(column.table) LIMIT 1)"
        try execute(
            """
            UPDATE OR REPLACE \(column.table) SET \(column.name) = \(literal) \(place);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema AS s SET sql = (SELECT o.sql FROM original AS o WHERE o.name = s.name)
            WHERE type = 'table' AND name NOT LIKE 'sqlite%';
            PRAGMA writable_schema = RESET;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
    }
}
