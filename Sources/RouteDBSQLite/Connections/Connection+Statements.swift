import RouteDBCSQLite

extension Connection {
    /// Runs a closure with a prepared statement, which is cached for reuse.
    ///
    /// However the closure ends, the statement is reset and its bindings are cleared, so no read
    /// transaction stays open. The closure may use the same SQL again.
    package func withStatement<R>(
        _ sql: StaticString, _ body: (inout Statement) throws -> R
    ) throws -> R {
        var statement = try cachedStatement(sql)
        return try body(&statement)
    }

    /// Runs a closure with a prepared statement, as with a literal.
    package func withStatement<R>(
        _ sql: ComposedSQL, _ body: (inout Statement) throws -> R
    ) throws -> R {
        var statement = try cachedStatement(sql)
        return try body(&statement)
    }

    /// Prepares one statement, which is finalized when it goes out of scope.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        let bytes = Array(sql.utf8)
        let pointer = try unsafe bytes.withUnsafeBufferPointer { (text) throws(SQLiteError) in
            try unsafe prepareOne(text, flags: 0)
        }
        return unsafe Statement(pointer: pointer, connection: self, cacheKey: nil)
    }

    /// Runs the statements of a script one after the other, ignoring the rows they return.
    ///
    /// It opens no transaction: the effects of statements before a failure remain.
    package func execute(_ script: String) throws(SQLiteError) {
        try execute(Array(script.utf8))
    }

    /// Runs the statements of a script in UTF-8.
    package func execute(_ script: [UInt8]) throws(SQLiteError) {
        try unsafe script.withUnsafeBufferPointer { (text) throws(SQLiteError) in
            try unsafe Self.requireNoNUL(text)
            var offset = 0
            while offset < text.count {
                let rest = unsafe UnsafeBufferPointer(rebasing: text[offset...])
                let (pointer, length) = try unsafe prepareFirst(rest, flags: 0)
                offset += length
                guard let pointer = unsafe pointer else { continue }
                var statement = unsafe Statement(pointer: pointer, connection: self, cacheKey: nil)
                try statement.run()
            }
        }
    }

    /// Runs a literal statement, prepared once.
    func run(_ sql: StaticString) throws(SQLiteError) {
        var statement = try cachedStatement(sql)
        try statement.run()
    }

    /// Takes a statement from the cache, or prepares it; it returns there when it is destroyed.
    func cachedStatement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        guard let key = StatementCache.Key(sql) else {
            return try prepare(sql.description)
        }
        if let pointer = unsafe cache.take(key) {
            return unsafe Statement(pointer: pointer, connection: self, cacheKey: key)
        }
        let text = unsafe UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
        let pointer = try unsafe prepareOne(text, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        return unsafe Statement(pointer: pointer, connection: self, cacheKey: key)
    }

    private func cachedStatement(_ sql: ComposedSQL) throws(SQLiteError) -> Statement {
        let key = StatementCache.Key(sql)
        if let pointer = unsafe cache.take(key) {
            return unsafe Statement(pointer: pointer, connection: self, cacheKey: key)
        }
        // The bytes are read, and copied by SQLite, before the closure returns.
        let pointer = try unsafe sql.utf8.withUnsafeBufferPointer { (text) throws(SQLiteError) in
            try unsafe prepareOne(text, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        }
        return unsafe Statement(pointer: pointer, connection: self, cacheKey: key)
    }

    /// Takes back the statement of a destroyed ``Statement``.
    func reclaim(_ pointer: OpaquePointer, cacheKey: StatementCache.Key?) {
        unsafe steps += Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 1))
        guard let cacheKey else {
            unsafe sqlite3_finalize(pointer)
            return
        }
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
        unsafe cache.put(pointer, for: cacheKey)
    }

    private func prepareOne(
        _ text: UnsafeBufferPointer<UInt8>, flags: UInt32
    ) throws(SQLiteError) -> OpaquePointer {
        try unsafe Self.requireNoNUL(text)
        let (pointer, length) = try unsafe prepareFirst(text, flags: flags)
        guard let pointer = unsafe pointer else {
            throw unsafe SQLiteError(
                code: .misuse, message: "the text holds no statement",
                sql: String(decoding: text, as: UTF8.self))
        }
        guard unsafe isBlank(UnsafeBufferPointer(rebasing: text[length...])) else {
            unsafe sqlite3_finalize(pointer)
            throw unsafe SQLiteError(
                code: .misuse, message: "more than one statement",
                sql: String(decoding: text, as: UTF8.self))
        }
        return unsafe pointer
    }

    /// Prepares the first statement of a text.
    private func prepareFirst(
        _ text: UnsafeBufferPointer<UInt8>, flags: UInt32
    ) throws(SQLiteError) -> (pointer: OpaquePointer?, length: Int) {
        let handle = try unsafe open()
        guard !text.isEmpty, let start = text.baseAddress else { return (nil, 0) }
        guard let count = Int32(exactly: text.count) else {
            throw SQLiteError(code: .tooBig, message: "the SQL is too long")
        }
        var pointer: OpaquePointer?
        // Swift has bytes and SQLite has chars, which may be signed: only the type differs.
        let (code, consumed) = unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count)
        {
            chars in
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(handle, chars, count, flags, &pointer, &tail)
            return unsafe (code, tail.map { unsafe $0 - chars } ?? text.count)
        }
        try unsafe check(code, sql: String(decoding: text, as: UTF8.self))
        // A text without a statement is used up, whatever SQLite says about its tail.
        return unsafe (pointer, pointer == nil && consumed == 0 ? text.count : consumed)
    }

    /// Returns whether nothing but blanks, semicolons and comments is left.
    private func isBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = unsafe text
        while let first = unsafe rest.firstIndex(where: { !Self.blanks.contains($0) }) {
            unsafe rest = unsafe UnsafeBufferPointer(rebasing: rest[first...])
            guard let (pointer, length) = try? unsafe prepareFirst(rest, flags: 0) else {
                return false
            }
            guard unsafe pointer == nil else {
                unsafe sqlite3_finalize(pointer)
                return false
            }
            unsafe rest = unsafe UnsafeBufferPointer(rebasing: rest[length...])
        }
        return true
    }

    /// The bytes that may separate two statements.
    private static let blanks = Array(" \t\n\u{0C}\r;".utf8)

    /// SQLite would treat a NUL as the end, and silently ignore the rest.
    private static func requireNoNUL(_ text: UnsafeBufferPointer<UInt8>) throws(SQLiteError) {
        guard unsafe !text.contains(0) else {
            throw SQLiteError(code: .misuse, message: "the SQL contains a NUL byte")
        }
    }
}
