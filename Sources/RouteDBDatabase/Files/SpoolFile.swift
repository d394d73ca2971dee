#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file without a name that keeps what comes from elsewhere until it can be used.
///
/// It is made beside another file, readable by this user only, and its name is removed at once; so it
/// is gone when it is closed, however the process ends. It is confined to one thread at a time.
package final class SpoolFile {
    private let descriptor: Int32
    private let limit: Int64
    private var size: Int64 = 0
    /// The written content, for reading.
    package let content: ReadableFile

    /// Makes an empty file.
    package init(beside path: String, limit: Int64) throws(RouteDBError) {
        self.limit = limit
        var name = Array("\(FileAccess(path: path).resolved.path)-feed-XXXXXX".utf8CString)
        // The calls change or read the bytes only until they return; they end with a NUL.
        descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe mkstemp(start)
        }
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let made = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { _ = unsafe unlink(made) }
        do {
            content = try ReadableFile(path: made)
        } catch {
            close(descriptor)
            throw error
        }
        // Programs that this process starts do not get it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(RouteDBError) {
        guard Int64(bytes.count) <= limit - size else {
            throw RouteDBError(
                .limitExceeded, "More than \(limit) bytes came, and no more are accepted.",
                hint: "Check that the address is that of a registry's feed.")
        }
        do {
            try DescriptorBytes.write(bytes, to: descriptor)
        } catch {
            throw Self.failure(content.path, error.number)
        }
        size += Int64(bytes.count)
    }

    private static func failure(_ path: String, _ number: Int32) -> RouteDBError {
        RouteDBError(
            number == ENOSPC ? .full : .storageFailure,
            "A temporary file beside '\(path)' could not be written:"
                + " \(SystemMessage.text(of: number)).",
            hint: "Make the directory writable, with room for a whole registry.")
    }
}
