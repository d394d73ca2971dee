import RouteDBCSQLite

/// The functions that SQLite calls for the virtual tables of ``Connection/register(_:as:)``.
///
/// All unsafe code for virtual tables is here and in `VirtualTableModule+Planning.swift`. It relies
/// on these rules of SQLite:
///
/// 1. What `xConnect` creates is passed to the other functions unchanged, until `xDisconnect`; what
///    `xOpen` creates, until `xClose`, which comes before `xDisconnect`. Each begins with SQLite's
///    own part, so a pointer to that part is also a pointer to the whole.
/// 2. A connection calls them from the one thread that uses it.
/// 3. The module outlives every connection: it is created once and never freed.
///
/// Each object is retained once by what (1) creates, and released where that ends. A Swift error
/// never passes through SQLite: it is converted to a code and a message, and the table records it.
enum VirtualTableModule {
    // Written once, before it can be used, and only read afterwards.
    nonisolated(unsafe) static let pointer: UnsafePointer<sqlite3_module> = {
        let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        unsafe module.initialize(to: sqlite3_module())
        // Without xCreate and xDestroy it can be queried, and never created. Without xUpdate it
        // can only be read.
        unsafe module.pointee.xConnect = unsafe connect
        unsafe module.pointee.xBestIndex = unsafe plan
        unsafe module.pointee.xDisconnect = unsafe disconnect
        unsafe module.pointee.xOpen = unsafe openCursor
        unsafe module.pointee.xClose = unsafe closeCursor
        unsafe module.pointee.xFilter = unsafe begin
        unsafe module.pointee.xNext = unsafe advance
        unsafe module.pointee.xEof = unsafe isAtEnd
        unsafe module.pointee.xColumn = unsafe column
        unsafe module.pointee.xRowid = unsafe rowID
        return unsafe UnsafePointer(module)
    }()

    typealias Table = UnsafeMutablePointer<sqlite3_vtab>
    private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

    private static let connect:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32,
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Table?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32 = { database, box, _, _, result, message in
            guard let database = unsafe database, let box = unsafe box, let result = unsafe result
            else { return SQLITE_MISUSE }
            let reference = unsafe Unmanaged<VirtualTableBox>.fromOpaque(box)
            let code = unsafe sqlite3_declare_vtab(
                database, reference.takeUnretainedValue().table.declaration)
            guard code == SQLITE_OK else {
                unsafe message?.pointee = unsafe copy(String(cString: sqlite3_errmsg(database)))
                return code
            }
            let made = UnsafeMutablePointer<routedb_table>.allocate(capacity: 1)
            unsafe made.initialize(to: routedb_table())
            unsafe made.pointee.object = unsafe reference.retain().toOpaque()
            unsafe result.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(
                to: sqlite3_vtab.self)
            return SQLITE_OK
        }

    private static let disconnect: @convention(c) (Table?) -> Int32 = { table in
        guard let table = unsafe table else { return SQLITE_OK }
        let made = unsafe whole(table)
        if let object = unsafe made.pointee.object {
            unsafe Unmanaged<VirtualTableBox>.fromOpaque(object).release()
        }
        unsafe made.deallocate()
        return SQLITE_OK
    }

    private static let openCursor:
        @convention(c) (Table?, UnsafeMutablePointer<Cursor?>?) -> Int32 = { table, result in
            guard let table = unsafe table, let result = unsafe result else { return SQLITE_MISUSE }
            return unsafe running(table) {
                let cursor = unsafe VirtualCursorBox(try Self.table(table).makeCursor())
                let made = UnsafeMutablePointer<routedb_cursor>.allocate(capacity: 1)
                unsafe made.initialize(to: routedb_cursor())
                unsafe made.pointee.object = unsafe Unmanaged.passRetained(cursor).toOpaque()
                unsafe result.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(
                    to: sqlite3_vtab_cursor.self)
            }
        }

    private static let closeCursor: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor = unsafe cursor else { return SQLITE_OK }
        let made = unsafe whole(cursor)
        if let object = unsafe made.pointee.object {
            unsafe Unmanaged<VirtualCursorBox>.fromOpaque(object).release()
        }
        unsafe made.deallocate()
        return SQLITE_OK
    }

    private static let begin:
        @convention(c) (
            Cursor?, Int32, UnsafePointer<CChar>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { cursor, _, text, count, values in
            guard let cursor = unsafe cursor, let text = unsafe text else { return SQLITE_MISUSE }
            return unsafe running(cursor.pointee.pVtab) {
                let (plan, arguments) = try unsafe Self.arguments(
                    String(cString: text), count: Int(count), values)
                try unsafe object(cursor).begin(plan, arguments)
            }
        }

    private static let advance: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor = unsafe cursor else { return SQLITE_MISUSE }
        return unsafe running(cursor.pointee.pVtab) { try unsafe object(cursor).advance() }
    }

    private static let isAtEnd: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor = unsafe cursor else { return 1 }
        return unsafe object(cursor).isAtEnd ? 1 : 0
    }

    private static let column: @convention(c) (Cursor?, OpaquePointer?, Int32) -> Int32 = {
        cursor, context, index in
        guard let cursor = unsafe cursor, let context = unsafe context else { return SQLITE_MISUSE }
        return unsafe running(cursor.pointee.pVtab) {
            try unsafe object(cursor).give(Int(index), to: VirtualResult(context))
        }
    }

    private static let rowID:
        @convention(c) (Cursor?, UnsafeMutablePointer<sqlite3_int64>?) -> Int32 = {
            cursor, result in
            guard let cursor = unsafe cursor, let result = unsafe result else {
                return SQLITE_MISUSE
            }
            unsafe result.pointee = unsafe object(cursor).rowID
            return SQLITE_OK
        }

    // MARK: Objects and errors

    /// The whole object, given a pointer to SQLite's part of it (1).
    private static func whole(_ table: Table) -> UnsafeMutablePointer<routedb_table> {
        unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: routedb_table.self)
    }

    private static func whole(_ cursor: Cursor) -> UnsafeMutablePointer<routedb_cursor> {
        unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: routedb_cursor.self)
    }

    static func table(_ table: Table) -> any VirtualTable {
        // Set when the object was created, and never changed.
        unsafe Unmanaged<VirtualTableBox>.fromOpaque(whole(table).pointee.object)
            .takeUnretainedValue().table
    }

    private static func object(_ cursor: Cursor) -> any VirtualCursor {
        unsafe Unmanaged<VirtualCursorBox>.fromOpaque(whole(cursor).pointee.object)
            .takeUnretainedValue().cursor
    }

    /// Runs a closure; converts an error to a code and a message that SQLite frees, and records it.
    private static func running(_ table: Table, _ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return SQLITE_OK
        } catch {
            unsafe Self.table(table).note(error)
            unsafe sqlite3_free(table.pointee.zErrMsg)
            let failure = error as? SQLiteError
            unsafe table.pointee.zErrMsg = unsafe copy(failure?.message ?? "\(error)")
            let code = failure?.code.rawValue ?? SQLITE_ERROR
            return code == SQLITE_OK ? SQLITE_ERROR : code
        }
    }

    /// A NUL-terminated copy of a text, in memory that SQLite frees; nil if there is no memory.
    static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = text.utf8CString
        guard let memory = unsafe sqlite3_malloc64(UInt64(bytes.count)) else { return nil }
        let chars = unsafe memory.assumingMemoryBound(to: CChar.self)
        for (index, byte) in bytes.enumerated() { unsafe chars[index] = byte }
        return unsafe chars
    }
}

extension Connection {
    /// Registers a virtual table for use in queries.
    ///
    /// The connection keeps the table until it is closed.
    package func register(_ table: any VirtualTable, as name: String) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(VirtualTableBox(table)).toOpaque()
        // SQLite calls the last function also if this fails.
        try unsafe check(
            sqlite3_create_module_v2(try open(), name, VirtualTableModule.pointer, box) { box in
                guard let box = unsafe box else { return }
                unsafe Unmanaged<VirtualTableBox>.fromOpaque(box).release()
            })
    }
}
