import RouteDBSQLite

/// Recognizes SQLite databases, which no other code may open itself: closing any descriptor of a
/// file drops the locks that SQLite holds on it in this process.
package enum DatabaseFile {
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headerBytes = 100

    /// Returns whether the file at a path is an SQLite database.
    package static func isThere(at path: String) -> Bool { header(of: path) != nil }

    /// Returns whether bytes begin like an SQLite database.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: magic)
    }

    /// Returns `registry` or `history` for a file of ours, or `nil` for any other file.
    package static func purpose(ofFileAt path: String) -> String? {
        kind(ofFileAt: path)?.description
    }

    /// Returns the kind of a file of ours, or `nil` for any other file.
    package static func kind(ofFileAt path: String) -> DatabaseKind? {
        guard let header = header(of: path), header.count == headerBytes else { return nil }
        // The application id is the big-endian number at byte 68.
        let id = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return [DatabaseKind.registry, .history].first { $0.applicationID == id }
    }

    /// Returns the first bytes of a database, or `nil` if there is none; they are read through
    /// SQLite's own descriptor, which SQLite closes only when that does not drop a lock.
    private static func header(of path: String) -> [UInt8]? {
        let file = FileAccess(path: path)
        guard file.irregularity == nil, file.hasBytes,
            let connection = try? Connection(path: path, mode: .immutable, busyTimeout: .zero),
            let bytes = try? connection.firstBytes(headerBytes), begins(bytes)
        else { return nil }
        return bytes
    }
}
