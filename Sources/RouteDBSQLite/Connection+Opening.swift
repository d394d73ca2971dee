internal import RouteDBCSQLite

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
        guard let vfs = sqlite3_vfs_find(nil), let access = vfs.pointee.xAccess else {
            return false
        }
        var exists: Int32 = 0
        let code = access(vfs, name + "/.", SQLITE_ACCESS_EXISTS, &exists)
        return code == SQLITE_OK && exists != 0
    }

    /// Opens and configures a handle; if that fails, the handle is closed again.
    static func open(_ name: String, flags: Int32) throws(SQLiteError) -> OpaquePointer {
        var handle: OpaquePointer?
        var code = sqlite3_open_v2(
            name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
        if code == SQLITE_OK, let handle {
            code = harden(handle, isOwn: flags & SQLITE_OPEN_MEMORY != 0)
        }
        guard code == SQLITE_OK, let handle else {
            // Only the handle knows the extended code; it exists unless memory ran out.
            let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
            let precise = ResultCode(rawValue: extended & 0xFF == code & 0xFF ? extended : code)
            let message = message(for: precise, on: handle)
            sqlite3_close_v2(handle)
            throw SQLiteError(code: precise, message: "\(message): \(name)")
        }
        return handle
    }

    /// The handle's message for its last call, if that call returned `code`.
    static func message(for code: ResultCode, on handle: OpaquePointer?) -> String {
        if let handle, sqlite3_errcode(handle) & 0xFF == code.primary.rawValue {
            return String(cString: sqlite3_errmsg(handle))
        }
        return String(cString: sqlite3_errstr(code.rawValue))
    }
}
