#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the system would let us do with a path.
///
/// It is asked without opening the file: closing a descriptor of ours would drop the locks that
/// SQLite holds on it.
struct FileAccess {
    let path: String

    var exists: Bool { access(path, F_OK) == 0 }
    var isReadable: Bool { access(path, R_OK) == 0 }
    var isWritable: Bool { access(path, W_OK) == 0 }

    /// Removes the file if there is nothing in it.
    ///
    /// Only for a file that no connection of ours has open any more.
    func removeIfEmpty() {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_size == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return }
        // A file that cannot be removed is no reason for another error.
        _ = unlink(path)
    }

    /// What the system knows the file at the path by; `nil` if there is none.
    var identity: FileIdentity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// The directory that the path is in.
    var directory: FileAccess {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return FileAccess(path: ".")
        }
        return FileAccess(path: slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self))
    }
}
