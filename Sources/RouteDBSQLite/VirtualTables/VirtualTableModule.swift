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
        module.initialize(to: sqlite3_module())
        // Without xCreate and xDestroy it can be queried, and never created. Without xUpdate it
        // can only be read.
        module.pointee.xConnect = connect
        module.pointee.xBestIndex = plan
        module.pointee.xDisconnect = disconnect
        module.pointee.xOpen = openCursor
        module.pointee.xClose = closeCursor
        module.pointee.xFilter = begin
        module.pointee.xNext = advance
        module.pointee.xEof = isAtEnd
        module.pointee.xColumn = column
        module.pointee.xRowid = rowID
        return UnsafePointer(module)
    }()

    typealias Table = UnsafeMutablePointer<sqlite3_vtab>
    private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

    private static let connect:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32,
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Table?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32 = { database, box, _, _, result, message in
            guard let database, let box, let result else { return SQLITE_MISUSE }
            let reference = Unmanaged<VirtualTableBox>.fromOpaque(box)
            let code = sqlite3_declare_vtab(
                database, reference.takeUnretainedValue().table.declaration)
            guard code == SQLITE_OK else {
                message?.pointee = copy(String(cString: sqlite3_errmsg(database)))
                return code
            }
            let made = UnsafeMutablePointer<routedb_table>.allocate(capacity: 1)
            made.initialize(to: routedb_table())
            made.pointee.object = reference.retain().toOpaque()
            result.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(
                to: sqlite3_vtab.self)
            return SQLITE_OK
        }

    private static let disconnect: @convention(c) (Table?) -> Int32 = { table in
        guard let table else { return SQLITE_OK }
        let made = whole(table)
        if let object = made.pointee.object {
            Unmanaged<VirtualTableBox>.fromOpaque(object).release()
        }
        made.deallocate()
        return SQLITE_OK
    }

    private static let openCursor:
        @convention(c) (Table?, UnsafeMutablePointer<Cursor?>?) -> Int32 = { table, result in
            guard let table, let result else { return SQLITE_MISUSE }
            return running(table) {
                let cursor = VirtualCursorBox(try Self.table(table).makeCursor())
                let made = UnsafeMutablePointer<routedb_cursor>.allocate(capacity: 1)
                made.initialize(to: routedb_cursor())
                made.pointee.object = Unmanaged.passRetained(cursor).toOpaque()
                result.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(
                    to: sqlite3_vtab_cursor.self)
            }
        }

    private static let closeCursor: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor else { return SQLITE_OK }
        let made = whole(cursor)
        if let object = made.pointee.object {
            Unmanaged<VirtualCursorBox>.fromOpaque(object).release()
        }
        made.deallocate()
        return SQLITE_OK
    }

    private static let begin:
        @convention(c) (
            Cursor?, Int32, UnsafePointer<CChar>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { cursor, _, text, count, values in
            guard let cursor, let text else { return SQLITE_MISUSE }
            return running(cursor.pointee.pVtab) {
                let (plan, arguments) = try Self.arguments(
                    String(cString: text), count: Int(count), values)
                try object(cursor).begin(plan, arguments)
            }
        }

    private static let advance: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor else { return SQLITE_MISUSE }
        return running(cursor.pointee.pVtab) { try object(cursor).advance() }
    }

    private static let isAtEnd: @convention(c) (Cursor?) -> Int32 = { cursor in
        guard let cursor else { return 1 }
        return object(cursor).isAtEnd ? 1 : 0
    }

    private static let column: @convention(c) (Cursor?, OpaquePointer?, Int32) -> Int32 = {
        cursor, context, index in
        guard let cursor, let context else { return SQLITE_MISUSE }
        return running(cursor.pointee.pVtab) {
            try object(cursor).give(Int(index), to: VirtualResult(context))
        }
    }

    private static let rowID:
        @convention(c) (Cursor?, UnsafeMutablePointer<sqlite3_int64>?) -> Int32 = {
            cursor, result in
            guard let cursor, let result else { return SQLITE_MISUSE }
            result.pointee = object(cursor).rowID
            return SQLITE_OK
        }

    // MARK: Objects and errors

    /// The whole object, given a pointer to SQLite's part of it (1).
    private static func whole(_ table: Table) -> UnsafeMutablePointer<routedb_table> {
        UnsafeMutableRawPointer(table).assumingMemoryBound(to: routedb_table.self)
    }

    private static func whole(_ cursor: Cursor) -> UnsafeMutablePointer<routedb_cursor> {
        UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: routedb_cursor.self)
    }

    static func table(_ table: Table) -> any VirtualTable {
        // Set when the object was created, and never changed.
        Unmanaged<VirtualTableBox>.fromOpaque(whole(table).pointee.object)
            .takeUnretainedValue().table
    }

    private static func object(_ cursor: Cursor) -> any VirtualCursor {
        Unmanaged<VirtualCursorBox>.fromOpaque(whole(cursor).pointee.object)
            .takeUnretainedValue().cursor
    }

    /// Runs a closure; converts an error to a code and a message that SQLite frees, and records it.
    private static func running(_ table: Table, _ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return SQLITE_OK
        } catch {
            Self.table(table).note(error)
            sqlite3_free(table.pointee.zErrMsg)
            let failure = error as? SQLiteError
            table.pointee.zErrMsg = copy(failure?.message ?? "\(error)")
            let code = failure?.code.rawValue ?? SQLITE_ERROR
            return code == SQLITE_OK ? SQLITE_ERROR : code
        }
    }

    /// A NUL-terminated copy of a text, in memory that SQLite frees; nil if there is no memory.
    static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = text.utf8CString
        guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else { return nil }
        let chars = memory.assumingMemoryBound(to: CChar.self)
        for (index, byte) in bytes.enumerated() { chars[index] = byte }
        return chars
    }
}

extension Connection {
    /// Registers a virtual table for use in queries.
    ///
    /// The connection keeps the table until it is closed.
    package func register(_ table: any VirtualTable, as name: String) throws(SQLiteError) {
        let box = Unmanaged.passRetained(VirtualTableBox(table)).toOpaque()
        // SQLite calls the last function also if this fails.
        try check(
            sqlite3_create_module_v2(try open(), name, VirtualTableModule.pointer, box) { box in
                guard let box else { return }
                Unmanaged<VirtualTableBox>.fromOpaque(box).release()
            })
    }
}
