internal import RouteDBCSQLite

extension Connection {
    /// Makes the file grow in chunks, as ``reserveFileSpace()`` requires.
    package func setFileChunk(bytes: Int) throws(SQLiteError) {
        var size = Int32(clamping: bytes)
        try check(
            unsafe sqlite3_file_control(try open(), "main", SQLITE_FCNTL_CHUNK_SIZE, &size))
    }

    /// Reserves disk space for all pages of the database, including those of the open transaction,
    /// so that a checkpoint needs no further space.
    ///
    /// - Throws: ``ResultCode/full`` if there is not enough space.
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

    /// Whether the file was removed, renamed or replaced since it was opened.
    package var hasMoved: Bool {
        guard let handle = try? open() else { return false }
        var answer: Int32 = 0
        let code = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// Runs a closure in which waiting for another connection's lock fails at once.
    package func withoutWaiting<Result>(
        _ body: (Connection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let handle = try open()
        try check(sqlite3_busy_handler(handle, nil, nil))
        defer { _ = busyWait.install(on: handle) }
        return try body(self)
    }
}
