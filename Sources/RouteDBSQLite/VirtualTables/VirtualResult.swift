internal import RouteDBCSQLite

/// Receives the value of a column of a virtual table; it is NULL unless a value is given.
///
/// SQLite copies the bytes, because it may keep a value longer than its row, as max() does.
package struct VirtualResult: ~Copyable {
    // SQLite passes it for one call only; a borrowed value cannot outlive that call.
    private let context: OpaquePointer

    init(_ context: OpaquePointer) { self.context = context }

    package func give(_ value: Int64) {
        sqlite3_result_int64(context, value)
    }

    /// Gives text, which must be UTF-8.
    package func give(text bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address, which SQLite would take for NULL.
        let empty: StaticString = ""
        let start = bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
        routedb_result_text(context, start, UInt64(bytes.count))
    }

    package func give(text: String) {
        var text = text
        text.withUTF8 { give(text: UnsafeRawBufferPointer($0)) }
    }

    package func give(blob bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_result_zeroblob(context, 0)
            return
        }
        routedb_result_blob(context, start, UInt64(bytes.count))
    }
}
