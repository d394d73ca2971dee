#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the system says of a path, and would let us do with it.
///
/// It is asked without opening the file: closing a descriptor of ours would drop the locks that
/// SQLite holds on it.
struct FileAccess {
    let path: String

    var exists: Bool { access(path, F_OK) == 0 }
    var isReadable: Bool { access(path, R_OK) == 0 }
    var isWritable: Bool { access(path, W_OK) == 0 }

    private var status: stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// What is at the path, in words, if that is not a regular file; `nil` if it is one, or if
    /// there is nothing.
    var irregularity: String? {
        guard let status else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a directory"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "not a regular file"
        }
    }

    /// Whether there is anything in the file at the path.
    var hasBytes: Bool { (status?.st_size ?? 0) > 0 }

    /// How many names the file has: hard links, all of them equal.
    var nameCount: Int { status.map { Int($0.st_nlink) } ?? 0 }

    /// Removes the file if there is nothing in it.
    ///
    /// Only for a file that no connection of ours has open any more.
    func removeIfEmpty() {
        guard let status, status.st_size == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        remove()
    }

    /// Removes the file; one that cannot be removed is no reason for another error.
    func remove() { _ = unlink(path) }

    /// What the system knows the file at the path by; `nil` if there is none.
    var identity: FileIdentity? { status.map(FileIdentity.init) }

    /// The directory that the path is in.
    var directory: FileAccess {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return FileAccess(path: ".")
        }
        return FileAccess(path: slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self))
    }

    /// The file itself, past all symbolic links; it need not be there yet.
    ///
    /// SQLite finds the same file, and keeps its journals beside it.
    var resolved: FileAccess {
        if let real { return FileAccess(path: real) }
        var link = self
        // As many as Linux follows.
        for _ in 0..<40 {
            guard let target = link.linkTarget else { break }
            link = FileAccess(
                path: target.utf8.first == UInt8(ascii: "/")
                    ? target : "\(link.directory.path)/\(target)")
        }
        guard let directory = link.directory.real else { return link }
        let name = link.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" }
        return FileAccess(path: "\(directory == "/" ? "" : directory)/\(name ?? "")")
    }

    /// The path without links; `nil` if there is nothing there, or if it is not UTF-8.
    private var real: String? {
        guard let bytes = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(bytes) }
        return unsafe String(validatingCString: bytes)
    }

    /// What the symbolic link at the path says; `nil` if there is none.
    private var linkTarget: String? {
        let target = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = max(0, unsafe readlink(path, start, buffer.count))
        }
        return target.isEmpty ? nil : String(validating: target, as: UTF8.self)
    }
}

/// What the system knows a file by, whatever its name becomes.
struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
