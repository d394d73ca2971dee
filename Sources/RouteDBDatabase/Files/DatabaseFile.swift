import RouteDBSQLite

/// Tells SQLite databases from other files, so that no code of ours opens one by itself: closing any
/// descriptor of a file drops the locks that SQLite holds on it in this process.
package enum DatabaseFile {
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headerBytes = 100

    /// Whether an SQLite database is at a path.
    package static func isThere(at path: String) -> Bool { header(of: path) != nil }

    /// Whether bytes begin as an SQLite database does.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: magic)
    }

    /// What a file of ours at a path is for, `registry` or `history`; `nil` if it is none.
    package static func purpose(ofFileAt path: String) -> String? {
        guard let header = header(of: path), header.count == headerBytes else { return nil }
        // The application id is the big-endian number at byte 68.
        let id = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return [DatabaseKind.registry, .history].first { $0.applicationID == id }?.description
    }

    /// The first bytes of a database, read through SQLite's own descriptor, which SQLite closes when
    /// that does no harm; `nil` if there is no database.
    private static func header(of path: String) -> [UInt8]? {
        let file = FileAccess(path: path)
        guard file.irregularity == nil, file.hasBytes,
            let connection = try? Connection(
                path: path, mode: .immutable, busyTimeoutMilliseconds: 0),
            let bytes = try? connection.firstBytes(headerBytes), begins(bytes)
        else { return nil }
        return bytes
    }
}
