import RouteDBCSQLite

// Columns are numbered from zero. SQLite converts a value of another storage class. A column that
// does not exist, or is read when there is no row, is NULL, which reads as zero or empty.
//
// A value that SQLite lends is copied, or lent to a closure, before the next call could free it.
extension Statement {
    package var columnCount: Int32 {
        unsafe sqlite3_column_count(pointer)
    }

    /// The name of a column; empty if there is no such column.
    package func columnName(at index: Int32) -> String {
        unsafe sqlite3_column_name(pointer, index).map { unsafe String(cString: $0) } ?? ""
    }

    /// The storage class of a column.
    ///
    /// Ask for it before reading the value, which may convert it.
    package func type(at index: Int32) -> SQLiteValue.Kind {
        switch unsafe sqlite3_column_type(pointer, index) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    package func isNull(at index: Int32) -> Bool {
        unsafe sqlite3_column_type(pointer, index) == SQLITE_NULL
    }

    package func int(at index: Int32) -> Int64 {
        unsafe sqlite3_column_int64(pointer, index)
    }

    package func bool(at index: Int32) -> Bool {
        unsafe sqlite3_column_int64(pointer, index) != 0
    }

    package func double(at index: Int32) -> Double {
        unsafe sqlite3_column_double(pointer, index)
    }

    /// The text of a column, including any NUL bytes.
    ///
    /// Invalid UTF-8 is replaced by U+FFFD; ``bytes(at:)`` returns the original bytes.
    package func string(at index: Int32) -> String {
        unsafe String(decoding: rawBytes(at: index), as: UTF8.self)
    }

    /// The bytes of a text or BLOB, exactly.
    package func bytes(at index: Int32) -> [UInt8] {
        unsafe Array(rawBytes(at: index))
    }

    /// Calls a closure with the bytes of a text or BLOB, without copying them.
    ///
    /// The buffer must not be used after the closure returns.
    @inlinable
    package func withBytes<R, E: Error>(
        at index: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try unsafe body(rawBytes(at: index))
    }

    /// Calls a closure with the bytes of a text or BLOB as a span, without copying them.
    @inlinable
    package func withSpan<R, E: Error>(
        at index: Int32, _ body: (RawSpan) throws(E) -> R
    ) throws(E) -> R {
        let bytes = unsafe rawBytes(at: index)
        return try unsafe body(bytes.bytes)
    }

    package func optionalInt(at index: Int32) -> Int64? {
        isNull(at: index) ? nil : int(at: index)
    }

    package func optionalBool(at index: Int32) -> Bool? {
        isNull(at: index) ? nil : bool(at: index)
    }

    package func optionalDouble(at index: Int32) -> Double? {
        isNull(at: index) ? nil : double(at: index)
    }

    package func optionalString(at index: Int32) -> String? {
        isNull(at: index) ? nil : string(at: index)
    }

    package func optionalBytes(at index: Int32) -> [UInt8]? {
        isNull(at: index) ? nil : bytes(at: index)
    }

    /// The value of a column, whatever its storage class.
    package func value(at index: Int32) -> SQLiteValue {
        switch type(at: index) {
        case .null: .null
        case .integer: .integer(int(at: index))
        case .real: .real(double(at: index))
        case .text: .text(string(at: index))
        case .blob: .blob(bytes(at: index))
        }
    }

    /// The bytes of a column; valid until the next step, reset or conversion of it.
    @usableFromInline
    package func rawBytes(at index: Int32) -> UnsafeRawBufferPointer {
        // The address must be read first: reading it may convert the value, and the length is that
        // of the result. Text is read as text, because as a BLOB it has the file's encoding.
        let start: UnsafeRawPointer? =
            if unsafe sqlite3_column_type(pointer, index) == SQLITE_BLOB {
                unsafe sqlite3_column_blob(pointer, index)
            } else {
                unsafe sqlite3_column_text(pointer, index).map { unsafe UnsafeRawPointer($0) }
            }
        // An empty BLOB has no address.
        guard let start = unsafe start else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(pointer, index)))
    }
}
