internal import RouteDBCSQLite

// Follows SQLite's advice for untrusted files: https://sqlite.org/security.html.
extension Connection {
    /// Configures a handle before it reads anything.
    ///
    /// - SQL cannot write to the internal tables, and a schema cannot call functions with side
    ///   effects.
    /// - Triggers never run: our schemas have none.
    /// - Pages are checked when they are read. The file is never memory-mapped, because truncation
    ///   by another process would then crash this one.
    /// - Views of a file cannot be read: our statements read none, and a view in place of a table
    ///   could run forever. No other file can be attached, and limits are close to what our
    ///   statements need.
    ///
    /// - Parameters:
    ///   - handle: The handle.
    ///   - isOwn: Whether the database is in memory and made by us, for queries by users.
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
