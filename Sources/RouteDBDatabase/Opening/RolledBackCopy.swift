package import RouteDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A copy of a registry in which an interrupted write is undone, for processes that may read the
/// file and its journal but not write them.
///
/// - C1: The journal is read before and after the file, and must not have changed. Then no process
///   has finished the recovery meanwhile, so each page of the file either is as before the write or
///   is in the journal.
/// - C2: Only this user may enter the directory of the copy, and it no longer has a name once the
///   copy is open.
package struct RolledBackCopy {
    /// The read-only connection to the copy.
    package let connection: Connection
    /// The journal used to undo the write.
    package let journal: FileIdentity

    /// Creates a copy; returns `nil` if there is no write left to undo, or the journal cannot be
    /// read.
    package init?(
        of original: Connection, path: String, busyTimeout: Duration
    ) throws(RouteDBError) {
        let journalPath = Self.journalPath(of: path)
        guard let identity = FileAccess(path: journalPath).identity,
            let bytes = Self.bytes(of: journalPath)
        else { return nil }
        do {
            let directory = try PrivateDirectory()
            defer { directory.remove() }
            let copy = directory.path("routes.db")
            // Each buffer is written to the file before the closure that receives it returns.
            try unsafe directory.makeFile("routes.db") { write in
                try unsafe original.readFile(write)
            }
            try unsafe directory.makeFile("routes.db-journal") { write in
                try unsafe bytes.withUnsafeBytes { try unsafe write($0) }
            }
            guard Self.bytes(of: journalPath) == bytes, Self.isCutOff(original) else { return nil }
            connection = try Connection(path: copy, mode: .readWrite, busyTimeout: busyTimeout)
            // The first read undoes the write.
            _ = try connection.pragma("schema_version")
            try connection.setPragma("query_only", to: "ON")
        } catch {
            throw RouteDBError(error, path: path)
        }
        journal = identity
    }

    package static func journalPath(of path: String) -> String {
        FileAccess(path: path).resolved.path + "-journal"
    }

    private static func isCutOff(_ connection: Connection) -> Bool {
        do {
            _ = try connection.pragma("schema_version")
            return false
        } catch {
            return ResultCode.readOnlyRollback ~= error
        }
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = try? ReadableFile(path: path), let size = file.size,
            let bytes = try? file.read(at: 0, count: Int(clamping: size))
        else { return nil }
        return bytes
    }
}

/// A temporary directory that only this user can access; it is removed with its files.
private struct PrivateDirectory {
    private let path: String

    init() throws(RouteDBError) {
        // The text is copied at once; nothing here changes the environment.
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/routedb-XXXXXX".utf8CString)
        // The call changes the bytes in place; they end with a NUL.
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else { throw Self.failure("No directory could be made in '\(parent)'", errno) }
        path = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a file with the bytes that a closure writes.
    func makeFile(
        _ name: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        // The call reads the path only until it returns.
        let descriptor = unsafe open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        try unsafe body { bytes in
            do throws(DescriptorBytes.Failure) {
                try unsafe DescriptorBytes.write(bytes, to: descriptor)
            } catch {
                throw Self.failure("The registry could not be copied to '\(path)'", error.number)
            }
        }
    }

    /// Removes the directory and its content.
    func remove() {
        // The calls read the paths only until they return.
        for name in ["routes.db", "routes.db-journal"] { _ = unsafe unlink(path(name)) }
        _ = unsafe rmdir(path)
    }

    private static func failure(_ what: String, _ number: Int32) -> RouteDBError {
        RouteDBError(
            .storageFailure, "\(what): \(SystemMessage.text(of: number)).",
            hint: "Set TMPDIR to a directory with room that can be written to.")
    }
}
