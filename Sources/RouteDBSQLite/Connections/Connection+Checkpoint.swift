import RouteDBCSQLite

/// How far a checkpoint of the write-ahead log goes.
package enum CheckpointMode: Sendable {
    /// As many frames as possible without waiting.
    case passive
    /// All of the log, waiting for writers and for readers of older snapshots.
    case full
    /// Like ``full``; also waits until no connection reads the log, so that the next writer
    /// restarts it.
    case restart
    /// Like ``restart``; also truncates the log file to zero bytes.
    case truncate
}

extension Connection {
    /// Copies frames of the write-ahead log into the database.
    ///
    /// Older versions of libsqlite3 can corrupt a file when one connection checkpoints while another
    /// writes, so the caller must hold the lock that excludes writers.
    @discardableResult
    package func checkpoint(
        _ mode: CheckpointMode
    ) throws(SQLiteError) -> (frames: Int, copied: Int) {
        let number =
            switch mode {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .full: SQLITE_CHECKPOINT_FULL
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var frames: Int32 = -1
        var copied: Int32 = -1
        try unsafe check(sqlite3_wal_checkpoint_v2(try open(), "main", number, &frames, &copied))
        return (Int(frames), Int(copied))
    }

    /// Sets whether closing the last connection to a file checkpoints its log, as it does by
    /// default.
    package func setCheckpointsOnClose(_ enabled: Bool) throws(SQLiteError) {
        let off: Int32 = enabled ? 0 : 1
        try unsafe check(routedb_config_flag(try open(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, off))
    }
}

extension Connection {
    /// Makes the file grow in chunks, as ``reserveFileSpace()`` requires.
    package func setFileChunk(bytes: Int) throws(SQLiteError) {
        var size = Int32(clamping: bytes)
        try check(
            unsafe sqlite3_file_control(try open(), "main", SQLITE_FCNTL_CHUNK_SIZE, &size))
    }

    /// Reserves disk space for all pages of the database, including those of the open transaction,
    /// so that a checkpoint needs no further space.
    package func reserveFileSpace() throws(SQLiteError) {
        let pages = try pragma("page_count")
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: try pragma("page_size"))
        guard !overflows else {
            throw SQLiteError(code: .corrupt, message: "the database has \(pages) pages")
        }
        var size = bytes
        let code = unsafe sqlite3_file_control(
            try open(), "main", SQLITE_FCNTL_SIZE_HINT, &size)
        guard code == SQLITE_OK else {
            throw SQLiteError(code: .full, message: "the file cannot grow to \(bytes) bytes")
        }
    }

    /// True if the file was removed, renamed or replaced since it was opened.
    package var hasMoved: Bool {
        guard let handle = try? unsafe open() else { return false }
        var answer: Int32 = 0
        let code = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// Runs a closure in which waiting for another connection's lock fails at once.
    package func withoutWaiting<Result>(
        _ body: (Connection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let handle = try unsafe open()
        try unsafe check(sqlite3_busy_handler(handle, nil, nil))
        defer { _ = unsafe busyWait.install(on: handle) }
        return try body(self)
    }
}
