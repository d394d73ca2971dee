internal import RouteDBCSQLite

extension Connection {
    /// Copies frames of the write-ahead log into the database.
    ///
    /// Older versions of libsqlite3 can corrupt a file when one connection checkpoints while another
    /// writes, so the caller must hold the lock that excludes writers.
    ///
    /// - Returns: the frames in the log, and those of them that are now in the database; both are
    ///   -1 if the file has no write-ahead log.
    /// - Throws: ``ResultCode/busy`` if readers or writers do not finish in time, except in passive
    ///   mode.
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
        try check(sqlite3_wal_checkpoint_v2(try open(), "main", number, &frames, &copied))
        return (Int(frames), Int(copied))
    }

    /// Sets whether closing the last connection to a file checkpoints its log, as it does by
    /// default.
    package func setCheckpointsOnClose(_ enabled: Bool) throws(SQLiteError) {
        let off: Int32 = enabled ? 0 : 1
        try check(routedb_config_flag(try open(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, off))
    }
}
