#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// File system information about a path, and the access that the process has.
///
/// It is obtained without opening the file, because closing a descriptor would drop the locks that
/// SQLite holds on the file.
package struct FileAccess {
    package let path: String

    package init(path: String) { self.path = path }

    // These calls read the path only until they return.
    package var exists: Bool { unsafe access(path, F_OK) == 0 }
    package var isReadable: Bool { unsafe access(path, R_OK) == 0 }
    package var isWritable: Bool { unsafe access(path, W_OK) == 0 }

    private var status: stat? {
        var status = stat()
        // The call uses the path and the status only until it returns.
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// A description of what is at the path, or `nil` if that is a regular file or nothing.
    package var irregularity: String? {
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

    /// The size of the file at the path in bytes; 0 if there is none.
    package var size: Int { Int(clamping: status?.st_size ?? 0) }

    /// True if the file at the path has content.
    package var hasBytes: Bool { size > 0 }

    /// The number of names (hard links) of the file.
    package var nameCount: Int { status.map { Int($0.st_nlink) } ?? 0 }

    /// Removes the file if it is empty.
    ///
    /// No connection of this process may have the file open.
    package func removeIfEmpty() {
        guard let status, status.st_size == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        remove()
    }

    /// Checks that there is no file, before a new one is made.
    package func requireAbsent() throws(RouteDBError) {
        guard !exists else {
            throw RouteDBError(
                .fileExists, "The file '\(path)' already exists.",
                hint: "Give another path, or remove the file first.")
        }
    }

    /// Removes the file; failures are ignored.
    // The call reads the path only until it returns.
    package func remove() { _ = unsafe unlink(path) }

    /// The identity of the file at the path, or `nil` if there is none.
    package var identity: FileIdentity? { status.map(FileIdentity.init) }

    /// The names of the files in the directory at the path, in no order; `nil` if it cannot be read.
    package var names: [String]? {
        // The stream is open until the names are read, and each name is copied before the next call.
        guard let stream = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            guard let name = unsafe UnsafePointer(entry).pointer(to: \.d_name) else { continue }
            let text = unsafe String(
                cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            if text != ".", text != ".." { names.append(text) }
        }
        return names
    }

    /// The directory that contains the path.
    package var directory: FileAccess {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return FileAccess(path: ".")
        }
        return FileAccess(path: slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self))
    }

    /// The file after resolving all symbolic links; it need not exist.
    ///
    /// SQLite resolves the same file, and places its journals beside it.
    package var resolved: FileAccess {
        if let real { return FileAccess(path: real) }
        var link = self
        // The limit is the same as in Linux.
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

    /// The path without links, or `nil` if nothing is there or the path is not UTF-8.
    private var real: String? {
        // The text is the caller's to free, and ends with a NUL.
        guard let bytes = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(bytes) }
        return unsafe String(validatingCString: bytes)
    }

    /// The target of the symbolic link at the path, or `nil` if it is not a link.
    private var linkTarget: String? {
        // The call writes at most the capacity, and returns how many bytes it wrote.
        let target = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = max(0, unsafe readlink(path, start, buffer.count))
        }
        return target.isEmpty ? nil : String(validating: target, as: UTF8.self)
    }
}

/// Identifies a file regardless of its name.
package struct FileIdentity: Equatable {
    package let device: UInt64
    package let number: UInt64

    /// Reads the identity of an open file; `nil` if the system does not know it.
    package init?(descriptor: Int32) {
        var status = stat()
        // The call fills the status before it returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
