import RouteDBSQLite

/// A file of any content, whose bytes are read through a descriptor of SQLite.
///
/// SQLite opens it for reading only, without a lock, and reads nothing of it by itself.
struct RawFile {
    let path: String
    /// The size in bytes when it was opened.
    let size: Int64
    private let connection: Connection

    /// Opens a file; returns `nil` if there is none, or an empty one.
    init?(path: String) throws(RouteDBError) {
        guard FileAccess(path: path).hasBytes else { return nil }
        do {
            connection = try Connection(path: path, mode: .immutable)
            size = try connection.fileSize()
        } catch {
            throw RouteDBError(
                .storageFailure, "The file '\(path)' cannot be read: \(error.message).",
                hint: "Run as a user who may read it.", underlying: error)
        }
        self.path = path
    }

    /// The bytes from an offset on; fewer where the file ends, none where the disk returns an error.
    func bytes(_ count: Int, at offset: Int64) -> [UInt8] {
        (try? connection.fileBytes(count, at: offset)) ?? []
    }
}

// Numbers in SQLite's files begin with the highest byte. Beyond the end of the bytes, they are zero.
extension [UInt8] {
    /// The two bytes at an offset, as a number.
    func word(at offset: Int) -> Int {
        guard offset >= 0, offset + 2 <= count else { return 0 }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// The four bytes at an offset, as a number.
    func long(at offset: Int) -> UInt32 {
        guard offset >= 0, offset + 4 <= count else { return 0 }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The number of a page at an offset.
    func page(at offset: Int) -> Int { Int(long(at: offset)) }

    /// The variable-length integer at an offset, and the offset behind it.
    func varint(at offset: Int) -> (value: Int64, end: Int)? {
        guard offset >= 0 else { return nil }
        var value: UInt64 = 0
        for index in 0..<9 {
            guard offset + index < count else { return nil }
            let byte = UInt64(self[offset + index])
            if index == 8 { return (Int64(bitPattern: value << 8 | byte), offset + 9) }
            value = value << 7 | byte & 0x7F
            if byte < 0x80 { return (Int64(bitPattern: value), offset + index + 1) }
        }
        return nil
    }
}
