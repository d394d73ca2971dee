import RouteDB

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

    private let path: String
    /// Whether there was no such file before.
    private let isNew: Bool

    /// Opens a file, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The permissions of what is written, which those of a new file do not exceed.
    /// - Throws: ``CommandFailure`` if the file cannot be written.
    init(path: String, within limit: FileLimit?) throws(CommandFailure) {
        self.path = path
        try OutputFile.refuseDatabase(at: path)
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC
        var descriptor = open(path, flags)
        isNew = descriptor < 0 && errno == ENOENT
        if isNew {
            descriptor = limit?.makeFile(at: path, for: flags, isCompanion: false) ?? -1
            // Also if another process has made it meanwhile.
            if descriptor < 0 { descriptor = open(path, flags | O_CREAT, 0o666) }
        }
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw OutputFile.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Removes the file again if it was not there before, and nothing has been written to it.
    func removeIfUnused() {
        var status = stat()
        if isNew, unsafe fstat(descriptor, &status) == 0, status.st_size == 0 { unlink(path) }
    }
}
