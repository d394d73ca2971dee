import RouteDBSQLite

extension HitsWriter {
    /// Removes the history and its lock if nothing was ever written to it and no other connection
    /// is open, so that a failed first import leaves nothing behind.
    ///
    /// The writer cannot be used afterwards.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func removeIfUnused() throws(RouteDBError) -> Bool {
        try lock.locked { () throws(RouteDBError) in
            guard isInPlace, try database.number(Self.anyRow) == nil, removeLog() else {
                return false
            }
            try database.transaction(.immediate) {
                FileAccess(path: database.path).resolved.remove()
                lock.remove()
            }
            return true
        }
    }

    private static let anyRow: StaticString = """
        SELECT 1 FROM (
            SELECT id FROM stream UNION ALL SELECT id FROM import UNION ALL SELECT id FROM pruning)
        LIMIT 1
        """

    /// Removes the write-ahead log and its index, which SQLite refuses while other connections are
    /// open.
    private func removeLog() -> Bool {
        let mode = try? database.connection.withoutWaiting { connection throws(SQLiteError) in
            try connection.setPragma("journal_mode", to: "DELETE")
        }
        return mode == "delete"
    }
}
