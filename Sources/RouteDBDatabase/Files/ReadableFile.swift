#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file, pipe or device opened for reading.
///
/// It is confined to one thread at a time.
package final class ReadableFile {
    /// Identifies a file regardless of its name.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Why a file cannot be read: the underlying error of `inputUnreadable`.
    package struct Unreadable: Error {
        /// The reason in words, such as `No such file or directory`.
        package let reason: String
    }

    private static let pieceBytes = 1 << 18
    private let descriptor: Int32
    /// The path used to open the file.
    package let path: String
    /// True if the input is a regular file, which has a size and can be reread.
    package let isRegular: Bool
    /// The identity of the file.
    package let identity: Identity
    /// The number of bytes read so far.
    package private(set) var position: Int64 = 0

    /// Opens a file; for a pipe, waits for a writer.
    package init(path: String) throws(RouteDBError) {
        self.path = path
        guard !DatabaseFile.isThere(at: path) else {
            throw RouteDBError(
                .inputUnreadable, "'\(path)' is an SQLite database, not a file of text.",
                hint: "Give the path of a text file, or '-' for standard input.",
                underlying: Unreadable(reason: "it is an SQLite database, not a file of text"))
        }
        // These calls use the path and the status only until they return.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            let code = isDirectory ? EISDIR : errno
            close(descriptor)
            throw Self.failure(path, code)
        }
        self.descriptor = descriptor
        isRegular = status.st_mode & S_IFMT == S_IFREG
        identity = Identity(status)
    }

    deinit {
        close(descriptor)
    }

    /// The current size of the file, in bytes, or `nil` if it is not a regular file.
    package var size: Int64? {
        var status = stat()
        // The call fills the status only until it returns.
        guard isRegular, unsafe fstat(descriptor, &status) == 0 else { return nil }
        return Int64(status.st_size)
    }

    /// The identity of the file at a path, or `nil` if there is none.
    package static func identity(at path: String) -> Identity? {
        var status = stat()
        // The call uses the path and the status only until it returns.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(status)
    }

    /// Moves the position back to the beginning.
    package func rewind() throws(RouteDBError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure(path, errno) }
        position = 0
    }

    /// Reads some bytes; returns none at the end of the file, which may grow later.
    package func read(until isStopped: () -> Bool) throws(RouteDBError) -> [UInt8] {
        while !isRegular, !waitForBytes() {
            if isStopped() { return [] }
        }
        let bytes = try read(at: nil, count: Self.pieceBytes)
        position += Int64(bytes.count)
        return bytes
    }

    /// Reads bytes at an offset without moving the position; returns fewer at the end of the file.
    package func read(at offset: Int64, count: Int) throws(RouteDBError) -> [UInt8] {
        try read(at: Optional(offset), count: count)
    }

    private func read(at offset: Int64?, count: Int) throws(RouteDBError) -> [UInt8] {
        while true {
            var received = 0
            // The calls write at most `count` bytes, and return how many they wrote.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let buffer = UnsafeMutableRawBufferPointer(buffer)
                received =
                    if let offset {
                        unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
                    } else {
                        unsafe readDescriptor(descriptor, buffer.baseAddress, count)
                    }
                initialized = max(0, received)
            }
            if received >= 0 { return bytes }
            guard errno == EINTR else { throw Self.failure(path, errno) }
        }
    }

    /// Waits briefly for bytes or the end of the file.
    private func waitForBytes() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The call is told of one request, which this is.
        return unsafe poll(&request, 1, 200) != 0
    }

    private static func failure(_ path: String, _ code: Int32) -> RouteDBError {
        let reason = SystemMessage.text(of: code)
        return RouteDBError(
            .inputUnreadable, "'\(path)' cannot be read: \(reason).",
            hint: "Give the path of a readable file, or '-' for standard input.",
            underlying: Unreadable(reason: reason))
    }
}

/// The system's `read`, which the methods of the same name would hide.
private func readDescriptor(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    // The caller passes a buffer of `count` bytes.
    unsafe read(descriptor, buffer, count)
}

/// The system's messages for error numbers.
package enum SystemMessage {
    /// The message for an error number, such as `No space left on device`.
    package static func text(of code: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        // The call writes a text that ends with a NUL, and at most the given number of bytes.
        let status = unsafe bytes.withUnsafeMutableBytes { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe strerror_r(
                code, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return status == 0 && !text.isEmpty ? text : "error \(code)"
    }
}
