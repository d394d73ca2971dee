import RouteDBCSQLite

/// A connection to one SQLite file.
///
/// It has no lock of its own (`SQLITE_OPEN_NOMUTEX`): its owner must use it, its statements and its
/// closures from one thread at a time. Only its ``interrupter`` may be used from other threads.
///
/// The handle is valid from opening to closing, and ``open()`` lends it only in between: that makes the
/// calls of SQLite in all extensions safe. Texts and buffers are passed with their lengths, and SQLite
/// copies them, or uses them only until the call returns.
///
/// Foreign keys are enforced, and a double-quoted word is never read as a string. The file is not
/// trusted: see `Connection+Hardening.swift`.
@safe
package final class Connection {
    /// The maximum number of idle statements kept prepared.
    static let cachedStatementLimit = 64

    let busyWait: BusyWait
    /// Interrupts the running statement, from any thread.
    package let interrupter: Interrupter
    var cache = StatementCache(capacity: cachedStatementLimit)
    /// The objects that SQLite's callbacks use; they must live as long as the handle.
    var callbackObjects: [AnyObject] = []
    /// A rollback that could not run while an outer statement was being interrupted.
    var isRollbackPending = false
    /// The steps of SQLite's virtual machine that statements have taken, once they are done: what a
    /// question costs, whatever the machine.
    package internal(set) var steps = 0
    private var handle: OpaquePointer?

    /// Opens a file.
    ///
    /// The path is always taken as a path: `file:` and `:memory:` have no special meaning.
    /// The content is not read yet: if the file is not a database, the first statement fails.
    package convenience init(
        path: String, mode: OpenMode, busyTimeout: Duration = .seconds(5)
    ) throws(SQLiteError) {
        let file = try Self.fileName(forPath: path)
        let name = mode == .immutable ? Self.immutableName(of: file) : file
        try self.init(name: name, flags: mode.flags, timeout: busyTimeout)
        switch mode {
        case .readOnly, .immutable: break
        case .undoing: try setPragma("query_only", to: "ON")
        case .readWrite, .create:
            guard unsafe sqlite3_db_readonly(handle, "main") == 1 else { return }
            // SQLite falls back to read-only access, and would report it only at the first write.
            throw SQLiteError(code: .readOnly, message: "the file is not writable: \(path)")
        }
    }

    /// Opens a private in-memory database, to which files may be attached.
    package static func inMemory(busyTimeout: Duration = .zero) throws(SQLiteError) -> Connection {
        try Connection(
            name: ":memory:", flags: OpenMode.create.flags | SQLITE_OPEN_URI | SQLITE_OPEN_MEMORY,
            timeout: busyTimeout)
    }

    private init(name: String, flags: Int32, timeout: Duration) throws(SQLiteError) {
        guard sqlite3_threadsafe() != 0 else {
            throw SQLiteError(code: .misuse, message: "libsqlite3 was built without threads")
        }
        interrupter = try Interrupter()
        busyWait = BusyWait(timeout: timeout, interrupter: interrupter)
        let opened = try unsafe Self.open(name, flags: flags)
        unsafe handle = unsafe opened
        unsafe interrupter.follow(opened)
        try unsafe check(busyWait.install(on: opened))
    }

    deinit {
        cache.removeAll()
        unsafe interrupter.follow(nil)
        unsafe sqlite3_close_v2(handle)
    }

    /// Closes the connection.
    ///
    /// Closing it again does nothing.
    package func close() throws(SQLiteError) {
        guard let open = unsafe handle else { return }
        cache.removeAll()
        unsafe interrupter.follow(nil)
        let code = unsafe sqlite3_close(open)
        guard code == SQLITE_OK else {
            unsafe interrupter.follow(open)
            throw failure(code)
        }
        unsafe handle = nil
    }

    /// The handle of the open connection.
    func open() throws(SQLiteError) -> OpaquePointer {
        guard let handle = unsafe handle else {
            throw SQLiteError(code: .misuse, message: "the connection is closed")
        }
        return unsafe handle
    }

    /// True if a transaction is open.
    ///
    /// SQLite may have rolled it back by itself.
    package var isInTransaction: Bool {
        guard let handle = unsafe handle else { return false }
        return unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// The row id of the last row that this connection inserted, or zero.
    package var lastInsertedRowID: Int64 {
        guard let handle = unsafe handle else { return 0 }
        return unsafe sqlite3_last_insert_rowid(handle)
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed, not counting triggers.
    package var changes: Int {
        guard let handle = unsafe handle else { return 0 }
        return unsafe Int(sqlite3_changes64(handle))
    }

    /// The number of rows changed since the connection was opened, including changes by triggers.
    package var totalChanges: Int {
        guard let handle = unsafe handle else { return 0 }
        return unsafe Int(sqlite3_total_changes64(handle))
    }

    /// The number of pages that were read from the file since the connection was opened.
    package var pagesRead: Int {
        guard let handle = unsafe handle else { return 0 }
        var (count, highest): (Int32, Int32) = (0, 0)
        unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 0)
        return Int(count)
    }

    /// The version of libsqlite3 in use, as text and as a number such as 3040001.
    package static var libraryVersion: (String, Int) {
        unsafe (String(cString: sqlite3_libversion()), Int(sqlite3_libversion_number()))
    }

    /// Throws the error for `code`, unless it means success.
    func check(_ code: Int32, sql: @autoclosure () -> String? = nil) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw failure(code, sql: sql())
    }

    /// The error that a call on this connection has just returned.
    func failure(_ code: Int32, sql: String? = nil) -> SQLiteError {
        let code = ResultCode(rawValue: code)
        if ResultCode.busy ~= code, busyWait.takeInterruption() {
            return SQLiteError(
                code: .interrupt, message: "interrupted while waiting for a lock", sql: sql)
        }
        return unsafe SQLiteError(
            code: code, message: Self.message(for: code, on: handle), sql: sql)
    }
}

extension Connection {
    private static let pieceBytes = 1 << 20

    /// Passes the raw bytes of the file to a closure, from beginning to end, in pieces.
    ///
    /// They are read through SQLite's own descriptor: closing another one would drop SQLite's locks.
    /// Other processes may write to the file meanwhile.
    package func readFile(
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let (file, read, size) = try unsafe rawFile()
        // SQLite's function fills the whole buffer or fails.
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceBytes, alignment: 16)
        defer { unsafe piece.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count = min(size - offset, Int64(piece.count))
            try unsafe check(read(file, piece.baseAddress, Int32(count), offset))
            try unsafe body(UnsafeRawBufferPointer(rebasing: piece[..<Int(count)]))
            offset += count
        }
    }

    /// The first bytes of the file as they are, or all if it has fewer.
    package func firstBytes(_ count: Int) throws(SQLiteError) -> [UInt8] {
        try fileBytes(count, at: 0)
    }

    /// The bytes of the file from an offset on as they are, or fewer where the file ends.
    ///
    /// They are read through SQLite's own descriptor, and need not be a database.
    package func fileBytes(_ count: Int, at offset: Int64) throws(SQLiteError) -> [UInt8] {
        let (file, read, size) = try unsafe rawFile()
        guard (0..<size).contains(offset) else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), size - offset)))
        let code = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe read(file, buffer.baseAddress, Int32(buffer.count), offset)
        }
        try check(code)
        return bytes
    }

    /// The size of the file in bytes.
    package func fileSize() throws(SQLiteError) -> Int64 { try unsafe rawFile().size }

    private typealias RawRead =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, Int32, sqlite3_int64
        ) -> Int32

    /// SQLite's own file, the function that reads it, and its size.
    private func rawFile() throws(SQLiteError) -> (
        file: UnsafeMutablePointer<sqlite3_file>, read: RawRead, size: Int64
    ) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        try unsafe check(
            sqlite3_file_control(try open(), "main", SQLITE_FCNTL_FILE_POINTER, &file))
        guard let file = unsafe file, let methods = unsafe file.pointee.pMethods?.pointee,
            let fileSize = unsafe methods.xFileSize, let read = unsafe methods.xRead
        else {
            throw SQLiteError(code: .ioError, message: "the database is in no file")
        }
        var size: Int64 = 0
        try unsafe check(fileSize(file, &size))
        return unsafe (file, read, size)
    }
}
