import RouteDBCSQLite

// Parameters are numbered from one. Texts and BLOBs are copied, by length, so they may hold
// anything; one that is too long throws `tooBig`, an index that does not exist throws `range`, and
// a statement that is between its first step and its reset throws `misuse`.
//
// Buffers are lent for the call; only `withBorrowedBlob` keeps one, and unbinds it before it returns.
extension Statement {
    package mutating func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_int64(pointer, index, value))
    }

    package mutating func bind(_ value: Int, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_int64(pointer, index, Int64(value)))
    }

    package mutating func bind(_ value: Bool, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_int64(pointer, index, value ? 1 : 0))
    }

    /// Binds a number.
    ///
    /// SQLite has no NaN: it becomes NULL.
    package mutating func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_double(pointer, index, value))
    }

    package mutating func bind(_ value: String, at index: Int32) throws(SQLiteError) {
        var value = value
        let pointer = unsafe pointer
        try check(
            value.withUTF8 { unsafe Self.bind(text: UnsafeRawBufferPointer($0), pointer, index) })
    }

    /// Binds text that is given as bytes, which need not be valid UTF-8.
    package mutating func bind(
        text bytes: UnsafeRawBufferPointer, at index: Int32
    ) throws(SQLiteError) {
        try unsafe check(Self.bind(text: bytes, pointer, index))
    }

    /// Binds text that is given as bytes, which need not be valid UTF-8.
    package mutating func bind(text bytes: [UInt8], at index: Int32) throws(SQLiteError) {
        let pointer = unsafe pointer
        try unsafe check(bytes.withUnsafeBytes { unsafe Self.bind(text: $0, pointer, index) })
    }

    /// Binds a BLOB.
    package mutating func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32
    ) throws(SQLiteError) {
        try unsafe check(Self.bind(blob: bytes, pointer, index))
    }

    /// Binds a BLOB.
    package mutating func bind(_ bytes: [UInt8], at index: Int32) throws(SQLiteError) {
        let pointer = unsafe pointer
        try unsafe check(bytes.withUnsafeBytes { unsafe Self.bind(blob: $0, pointer, index) })
    }

    /// Binds a BLOB.
    package mutating func bind(_ bytes: ArraySlice<UInt8>, at index: Int32) throws(SQLiteError) {
        let pointer = unsafe pointer
        try unsafe check(bytes.withUnsafeBytes { unsafe Self.bind(blob: $0, pointer, index) })
    }

    package mutating func bindNull(at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_null(pointer, index))
    }

    package mutating func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): try bind(value, at: index)
        }
    }

    /// Binds a BLOB without copying it, for as long as the closure runs.
    ///
    /// Afterwards the statement is reset and the parameter is NULL, so that nothing dangles. The
    /// closure must not exchange the statement for another.
    package mutating func withBorrowedBlob<R>(
        _ bytes: UnsafeRawBufferPointer, at index: Int32, _ body: (inout Statement) throws -> R
    ) throws -> R {
        guard let start = bytes.baseAddress else {
            try unsafe bind(bytes, at: index)
            return try body(&self)
        }
        try unsafe check(sqlite3_bind_blob64(pointer, index, start, UInt64(bytes.count), nil))
        defer {
            unsafe sqlite3_reset(self.pointer)
            unsafe sqlite3_bind_null(self.pointer, index)
        }
        return try body(&self)
    }

    private static func bind(
        text bytes: UnsafeRawBufferPointer, _ pointer: OpaquePointer, _ index: Int32
    ) -> Int32 {
        // An empty buffer may have no address, which SQLite would take for NULL.
        let empty: StaticString = ""
        let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
        return unsafe routedb_bind_text(pointer, index, start, UInt64(bytes.count))
    }

    private static func bind(
        blob bytes: UnsafeRawBufferPointer, _ pointer: OpaquePointer, _ index: Int32
    ) -> Int32 {
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
            return unsafe sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return unsafe routedb_bind_blob(pointer, index, start, UInt64(bytes.count))
    }
}

// `nil` binds NULL. All overloads but one are disfavoured, so that a literal `nil` is unambiguous.
extension Statement {
    package mutating func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }

    @_disfavoredOverload
    package mutating func bind(_ value: Int?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }

    @_disfavoredOverload
    package mutating func bind(_ value: Bool?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }

    @_disfavoredOverload
    package mutating func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }

    @_disfavoredOverload
    package mutating func bind(_ value: String?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }

    @_disfavoredOverload
    package mutating func bind(_ value: [UInt8]?, at index: Int32) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try bind(value, at: index)
    }
}
