import RouteDBCSQLite

/// How a connection opens its file.
package enum OpenMode: Sendable {
    /// The file must exist, and is opened for reading only.
    case readOnly
    /// The file must exist, and no process may change it meanwhile: it is read without locks, and
    /// without the journal or log beside it.
    case immutable
    /// The file must exist, and statements can only read, but SQLite may undo a write that another
    /// process did not complete. A file that is not writable is opened as with ``readOnly``.
    case undoing
    /// The file must exist and be writable.
    case readWrite
    /// Like ``readWrite``, but a missing file is created.
    case create
}

extension OpenMode {
    var flags: Int32 {
        switch self {
        case .readOnly: SQLITE_OPEN_READONLY
        case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        case .undoing, .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }
}

extension Connection {
    /// The name that makes SQLite open exactly the file at `path`.
    static func fileName(forPath path: String) throws(SQLiteError) -> String {
        guard !path.isEmpty else {
            throw SQLiteError(code: .cannotOpen, message: "the path is empty")
        }
        guard !path.utf8.contains(0) else {
            throw SQLiteError(code: .cannotOpen, message: "the path contains a NUL byte")
        }
        // SQLite gives some relative names a special meaning: `:memory:`, and `file:` if it was
        // built or configured to read URIs.
        let name = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        guard !isDirectory(name) else {
            throw SQLiteError(
                code: .cannotOpenIsDirectory, message: "the path is a directory: \(path)")
        }
        return name
    }

    /// The name for opening a file that no process changes meanwhile.
    static func immutableName(of name: String) -> String {
        let bytes = name.utf8.map { byte in
            let isPlain =
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            let digits = String(byte, radix: 16)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%\(digits.utf8.count == 1 ? "0" : "")\(digits)"
        }
        return "file:\(bytes.joined())?immutable=1"
    }

    /// Asks SQLite's file layer, which answers without opening the file.
    ///
    /// SQLite itself opens a directory read-only without an error, and fails at the first read.
    private static func isDirectory(_ name: String) -> Bool {
        guard let vfs = unsafe sqlite3_vfs_find(nil), let access = unsafe vfs.pointee.xAccess else {
            return false
        }
        var exists: Int32 = 0
        let code = unsafe access(vfs, name + "/.", SQLITE_ACCESS_EXISTS, &exists)
        return code == SQLITE_OK && exists != 0
    }

    /// Opens and configures a handle; if that fails, the handle is closed again.
    static func open(_ name: String, flags: Int32) throws(SQLiteError) -> OpaquePointer {
        var handle: OpaquePointer?
        var code = unsafe sqlite3_open_v2(
            name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
        if code == SQLITE_OK, let handle = unsafe handle {
            code = unsafe harden(handle, isOwn: flags & SQLITE_OPEN_MEMORY != 0)
        }
        guard code == SQLITE_OK, let handle = unsafe handle else {
            // Only the handle knows the extended code; it exists unless memory ran out.
            let extended = unsafe handle.map { unsafe sqlite3_extended_errcode($0) } ?? code
            let precise = ResultCode(rawValue: extended & 0xFF == code & 0xFF ? extended : code)
            let message = unsafe message(for: precise, on: handle)
            unsafe sqlite3_close_v2(handle)
            throw SQLiteError(code: precise, message: "\(message): \(name)")
        }
        return unsafe handle
    }

    /// The handle's message for its last call, if that call returned `code`.
    static func message(for code: ResultCode, on handle: OpaquePointer?) -> String {
        if let handle = unsafe handle,
            unsafe sqlite3_errcode(handle) & 0xFF == code.primary.rawValue
        {
            return unsafe String(cString: sqlite3_errmsg(handle))
        }
        return unsafe String(cString: sqlite3_errstr(code.rawValue))
    }
}

// Follows SQLite's advice for untrusted files: https://sqlite.org/security.html.
extension Connection {
    /// Configures a handle before it reads anything.
    ///
    /// - SQL cannot write to the internal tables, and a schema cannot call functions with side
    ///   effects.
    /// - Triggers never run: our schemas have none.
    /// - Pages are checked when they are read. The file is never memory-mapped, because truncation
    ///   by another process would then crash this one.
    /// - Views of a file cannot be read: our statements read none, and a view in place of a table
    ///   could run forever. No other file can be attached, and limits are close to what our
    ///   statements need.
    static func harden(_ handle: OpaquePointer, isOwn: Bool) -> Int32 {
        let flags: [(flag: Int32, on: Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, isOwn ? 1 : 0),
        ]
        var code = unsafe sqlite3_extended_result_codes(handle, 1)
        for (flag, on) in flags where code == SQLITE_OK {
            code = unsafe routedb_config_flag(handle, flag, on)
        }
        for (limit, value) in isOwn ? ownLimits : fileLimits {
            unsafe sqlite3_limit(handle, limit, value)
        }
        guard code == SQLITE_OK else { return code }
        return unsafe sqlite3_exec(
            handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
    }

    private static let ownLimits: [(Int32, Int32)] = [(SQLITE_LIMIT_ATTACHED, 1)]

    private static let fileLimits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_FUNCTION_ARG, 32),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_SQL_LENGTH, 200_000),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 250),
    ]
}
