import RouteDBSQLite

/// Does to a history what its format forbids.
package enum HistoryDamage {
    /// Runs SQL behind the history's back.
    package static func run(_ sql: String, on path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.setCheckpointsOnClose(false)
        try connection.setPragma("ignore_check_constraints", to: "ON")
        try connection.execute(sql)
        try connection.close()
    }

    /// Leaves of the first segment its mark.
    package static func cutFirstSegment(_ path: String) throws {
        try run("UPDATE segment SET columns = x'52485331' WHERE id = 1", on: path)
    }
}
