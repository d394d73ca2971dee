internal import RouteDBCSQLite

// What SQLite advises for files that anybody may have made: https://sqlite.org/security.html.
extension Connection {
    /// Sets up a handle, before it reads anything.
    ///
    /// - SQL cannot write to the internal tables, nor can a schema call functions that have side
    ///   effects.
    /// - Triggers never run: no schema of ours has any.
    /// - Pages are checked when they are read, and the file is never mapped into memory, where
    ///   another process that cuts it would end this one.
    /// - On a file, views cannot be read: no statement of ours reads one, and one that somebody put
    ///   in the place of a table could run for ever. Nor can another file be attached, and the
    ///   limits are near to what statements of ours need.
    ///
    /// - Parameters:
    ///   - handle: The handle.
    ///   - isOwn: Whether the database is one of ours in memory, which is made to be queried.
    /// - Returns: SQLite's code.
    static func harden(_ handle: OpaquePointer, isOwn: Bool) -> Int32 {
        let flags: [(flag: Int32, on: Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, isOwn ? 1 : 0),
        ]
        var code = sqlite3_extended_result_codes(handle, 1)
        for (flag, on) in flags where code == SQLITE_OK {
            code = routedb_config_flag(handle, flag, on)
        }
        for (limit, value) in isOwn ? ownLimits : fileLimits {
            sqlite3_limit(handle, limit, value)
        }
        guard code == SQLITE_OK else { return code }
        return sqlite3_exec(
            handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
    }

    private static let ownLimits: [(Int32, Int32)] = [(SQLITE_LIMIT_ATTACHED, 1)]

    private static let fileLimits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_FUNCTION_ARG, 32),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_SQL_LENGTH, 200_000),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 250),
    ]
}
