import RouteDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is read from its beginning to its end.
final class InputFile: ByteSource {
    private let descriptor: Int32
    private let source: FileDescriptorSource

    /// Opens a file; an SQLite database is refused: see ``DatabaseFile``.
    init(path: String) throws(InputProblem) {
        guard !DatabaseFile.isThere(at: path) else {
            throw InputProblem(unreadable: "it is an SQLite database, not a file of text")
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        source = FileDescriptorSource(descriptor)
        guard descriptor >= 0 else {
            throw InputProblem(unreadable: SystemMessage.text(of: errno))
        }
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw InputProblem(unreadable: SystemMessage.text(of: EISDIR))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func read() throws(StreamError) -> [UInt8] { try source.read() }
}

/// Reads the rest of the tool's standard input.
struct StandardInput: ByteSource {
    let reader: InputReader

    func read() throws(StreamError) -> [UInt8] { try reader.readPiece() }
}
