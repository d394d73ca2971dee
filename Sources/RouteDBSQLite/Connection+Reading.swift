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
        let (file, read, size) = try rawFile()
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

    /// The first bytes of the file as they are, or all if it has fewer.
    package func firstBytes(_ count: Int) throws(SQLiteError) -> [UInt8] {
        let (file, read, size) = try rawFile()
        var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), size)))
        let code = bytes.withUnsafeMutableBytes { buffer in
            read(file, buffer.baseAddress, Int32(buffer.count), 0)
        }
        try check(code)
        return bytes
    }

    private typealias RawRead =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, Int32, sqlite3_int64
        ) -> Int32

    /// SQLite's own file, the function that reads it, and its size.
    private func rawFile() throws(SQLiteError) -> (
        file: UnsafeMutablePointer<sqlite3_file>, read: RawRead, size: Int64
    ) {
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
        return (file, read, size)
    }
}
