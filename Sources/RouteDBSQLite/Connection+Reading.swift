internal import RouteDBCSQLite

extension Connection {
    private static let pieceBytes = 1 << 20

    /// Passes the raw bytes of the file to a closure, from beginning to end, in pieces.
    ///
    /// They are read through SQLite's own descriptor: closing another one would drop SQLite's locks.
    /// Other processes may write to the file meanwhile.
    package func readFile(
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        try check(
            sqlite3_file_control(try open(), "main", SQLITE_FCNTL_FILE_POINTER, &file))
        guard let file, let methods = file.pointee.pMethods?.pointee,
            let fileSize = methods.xFileSize, let read = methods.xRead
        else {
            throw SQLiteError(code: .ioError, message: "the database is in no file")
        }
        var size: Int64 = 0
        try check(fileSize(file, &size))
        // SQLite's function fills the whole buffer or fails.
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceBytes, alignment: 16)
        defer { piece.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count = min(size - offset, Int64(piece.count))
            try check(read(file, piece.baseAddress, Int32(count), offset))
            try body(UnsafeRawBufferPointer(rebasing: piece[..<Int(count)]))
            offset += count
        }
    }
}
