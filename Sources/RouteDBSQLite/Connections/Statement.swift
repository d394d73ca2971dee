import RouteDBCSQLite

/// A prepared statement: bind, step, read columns.
///
/// It keeps its connection alive and finalizes itself, or returns to the connection's cache if it
/// came from there. Like its connection, it must be used from one thread at a time.
package struct Statement: ~Copyable {
    let pointer: OpaquePointer
    let connection: Connection
    private let cacheKey: StatementCache.Key?

    init(pointer: OpaquePointer, connection: Connection, cacheKey: StatementCache.Key?) {
        self.pointer = pointer
        self.connection = connection
        self.cacheKey = cacheKey
    }

    deinit {
        connection.reclaim(pointer, cacheKey: cacheKey)
    }

    /// The text of the statement, with its parameters unbound.
    package var sql: String {
        sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether the statement cannot change the database.
    package var isReadOnly: Bool {
        sqlite3_stmt_readonly(pointer) != 0
    }

    /// The largest index of a parameter, or zero.
    package var parameterCount: Int32 {
        sqlite3_bind_parameter_count(pointer)
    }

    /// Advances to the next row.
    ///
    /// Stop at the first `false`: another step would start over.
    ///
    /// - Returns: Whether there is a row.
    package mutating func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Runs the statement to its end, ignoring rows, and resets it.
    ///
    /// Bindings stay.
    package mutating func run() throws(SQLiteError) {
        var code = sqlite3_step(pointer)
        while code == SQLITE_ROW {
            code = sqlite3_step(pointer)
        }
        guard code == SQLITE_DONE else {
            let error = failure(code)
            sqlite3_reset(pointer)
            throw error
        }
        sqlite3_reset(pointer)
    }

    /// Ends the execution, and with it any read transaction.
    ///
    /// Bindings stay.
    package mutating func reset() {
        // This returns the code of the last step, which has already been thrown.
        sqlite3_reset(pointer)
    }

    /// Binds NULL to every parameter.
    package mutating func clearBindings() {
        sqlite3_clear_bindings(pointer)
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
