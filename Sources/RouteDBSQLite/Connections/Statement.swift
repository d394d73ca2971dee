import RouteDBCSQLite

/// A prepared statement: bind, step, read columns.
///
/// It keeps its connection alive and finalizes itself, or returns to the connection's cache if it
/// came from there. Like its connection, it must be used from one thread at a time.
///
/// The pointer is valid until `deinit`, because nothing else finalizes it and the connection that it
/// belongs to cannot go before it: that makes the calls of SQLite in all extensions safe.
// Without the attribute, the compiler inlines nothing of a package's type into other modules.
@safe
@usableFromInline
package struct Statement: ~Copyable {
    let pointer: OpaquePointer
    let connection: Connection
    private let cacheKey: StatementCache.Key?

    init(pointer: OpaquePointer, connection: Connection, cacheKey: StatementCache.Key?) {
        unsafe self.pointer = unsafe pointer
        self.connection = connection
        self.cacheKey = cacheKey
    }

    deinit {
        unsafe connection.reclaim(pointer, cacheKey: cacheKey)
    }

    /// The text of the statement, with its parameters unbound.
    package var sql: String {
        unsafe sqlite3_sql(pointer).map { unsafe String(cString: $0) } ?? ""
    }

    /// True if the statement cannot change the database.
    package var isReadOnly: Bool {
        unsafe sqlite3_stmt_readonly(pointer) != 0
    }

    /// The largest index of a parameter, or zero.
    package var parameterCount: Int32 {
        unsafe sqlite3_bind_parameter_count(pointer)
    }

    /// Advances to the next row.
    ///
    /// Stop at the first `false`: another step would start over.
    package mutating func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Runs the statement to its end, ignoring rows, and resets it.
    ///
    /// Bindings stay.
    package mutating func run() throws(SQLiteError) {
        var code = unsafe sqlite3_step(pointer)
        while code == SQLITE_ROW {
            code = unsafe sqlite3_step(pointer)
        }
        guard code == SQLITE_DONE else {
            let error = failure(code)
            unsafe sqlite3_reset(pointer)
            throw error
        }
        unsafe sqlite3_reset(pointer)
    }

    /// Ends the execution, and with it any read transaction.
    ///
    /// Bindings stay.
    package mutating func reset() {
        // This returns the code of the last step, which has already been thrown.
        unsafe sqlite3_reset(pointer)
    }

    /// Binds NULL to every parameter.
    package mutating func clearBindings() {
        unsafe sqlite3_clear_bindings(pointer)
    }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw failure(code)
    }

    private func failure(_ code: Int32) -> SQLiteError {
        connection.failure(code, sql: sql)
    }
}

/// A value of any of SQLite's five storage classes.
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text; bytes that are not UTF-8 were replaced by U+FFFD when it was read.
    case text(String)
    case blob([UInt8])

    /// A storage class without its value.
    package enum Kind: Hashable, Sendable {
        case null, integer, real, text, blob
    }

    /// The storage class of the value.
    package var kind: Kind {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}
