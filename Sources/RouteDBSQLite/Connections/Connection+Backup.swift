import RouteDBCSQLite

/// The progress of a backup.
package struct BackupProgress: Hashable, Sendable {
    /// The number of pages copied so far.
    package let copiedPages: Int
    /// The number of pages of the database.
    package let totalPages: Int
}

extension Connection {
    /// The number of pages copied between two progress reports.
    private static let pagesPerStep: Int32 = 1_024

    /// Copies the database in its current state over that of another connection.
    ///
    /// It reads one snapshot from beginning to end, so other writers cannot force it to start over.
    /// With a write-ahead log writers continue during the copy; with a rollback journal they wait.
    /// The copy waits for a busy destination, and ends when this connection is interrupted. If it
    /// fails, the destination is unchanged.
    package func backUp(
        to destination: Connection, progress: (BackupProgress) -> Void = { _ in }
    ) throws(SQLiteError) {
        // `backup` is finished exactly once, and both connections are open until then.
        let origin = try unsafe open()
        guard unsafe sqlite3_txn_state(origin, "main") != SQLITE_TXN_WRITE else {
            // SQLite would report busy, although waiting cannot help.
            throw SQLiteError(code: .locked, message: "the connection has uncommitted changes")
        }
        let isNested = isInTransaction
        if !isNested {
            try run("BEGIN DEFERRED")
        }
        defer {
            if !isNested {
                rollBack()
            }
        }
        // The first read takes the snapshot.
        try run("SELECT 1 FROM sqlite_schema LIMIT 1")
        let target = try unsafe destination.open()
        guard let backup = unsafe sqlite3_backup_init(target, "main", origin, "main") else {
            throw unsafe destination.failure(sqlite3_extended_errcode(target))
        }
        do {
            try unsafe copy(backup, to: destination, progress: progress)
        } catch {
            unsafe sqlite3_backup_finish(backup)
            destination.undoCutOffWrite()
            throw error
        }
        try unsafe destination.check(sqlite3_backup_finish(backup))
    }

    /// Copies the database in its current state into the file at a path, replacing its content.
    package func backUp(
        to path: String, progress: (BackupProgress) -> Void = { _ in }
    ) throws(SQLiteError) {
        let destination = try Connection(path: path, mode: .create)
        // Without EXTRA, its journal could be back after a power failure, and undo the copy.
        try destination.setPragma("synchronous", to: "EXTRA")
        try backUp(to: destination, progress: progress)
        try destination.close()
    }

    /// Copies the database in its current state to a new one in memory.
    package func copiedToMemory() throws(SQLiteError) -> Connection {
        let memory = try Connection.inMemory()
        try backUp(to: memory)
        return memory
    }

    private func copy(
        _ backup: OpaquePointer, to destination: Connection, progress: (BackupProgress) -> Void
    ) throws(SQLiteError) {
        let interruptions = interrupter.count
        var waits: Int32 = 0
        while true {
            let code = unsafe sqlite3_backup_step(backup, Self.pagesPerStep)
            switch code & 0xFF {
            case SQLITE_OK, SQLITE_DONE:
                waits = 0
                let total = unsafe Int(sqlite3_backup_pagecount(backup))
                let remaining = unsafe Int(sqlite3_backup_remaining(backup))
                progress(BackupProgress(copiedPages: total - remaining, totalPages: total))
                if code == SQLITE_DONE { return }
            case SQLITE_BUSY where busyWait.shouldRetry(attempt: waits):
                waits += 1
            case SQLITE_BUSY where busyWait.takeInterruption():
                break
            default:
                throw destination.failure(code)
            }
            guard interrupter.count == interruptions else {
                throw SQLiteError(code: .interrupt, message: "the backup was interrupted")
            }
        }
    }
}
