import RouteDBSQLite

/// Access to a database file by another program, bypassing our checks.
package enum SQLiteFile {
    /// Runs a script.
    package static func execute(_ script: String, path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(script)
        try connection.close()
    }
}
