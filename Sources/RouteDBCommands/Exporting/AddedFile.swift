#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file to the end of which is written, whatever it holds already.
final class AddedFile: Sendable {
    private let descriptor: Int32

    /// Where the bytes go.
    var sink: FileDescriptorSink { FileDescriptorSink(descriptor) }

    /// Opens a file, and makes it if there is none.
    init(path: String) throws(CommandFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFile.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
