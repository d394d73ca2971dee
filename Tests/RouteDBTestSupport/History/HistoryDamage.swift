import RouteDBSQLite

/// Modifies a history in ways that its format forbids.
package enum HistoryDamage {
    /// Runs SQL on the file, bypassing the history's code.
    package static func run(_ sql: String, on path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.setCheckpointsOnClose(false)
        try connection.setPragma("ignore_check_constraints", to: "ON")
        try connection.execute(sql)
        try connection.close()
    }

    /// Cuts the first segment down to its magic number.
    package static func cutFirstSegment(_ path: String) throws {
        try run("UPDATE segment SET columns = substr(columns, 1, 4) WHERE id = 1", on: path)
    }
}
