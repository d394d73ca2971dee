import RouteDBSQLite

/// Somebody else's access to a database file, past all rules of ours.
package enum SQLiteFile {
    /// Runs a script.
    package static func execute(_ script: String, path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(script)
        try connection.close()
    }
}
