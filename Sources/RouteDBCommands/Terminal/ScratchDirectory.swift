import RouteDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A directory for a temporary registry.
struct ScratchDirectory {
    private let directory: String

    /// Creates a new directory.
    init(in context: CommandContext) throws(CommandFailure) {
        let parent = context.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/routedb-XXXXXX".utf8CString)
        // The call changes the bytes in place; they end with a NUL.
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else {
            throw CommandFailure(
                "storageFailure",
                "Could not create a directory in '\(parent)': \(SystemMessage.text(of: errno)).",
                hint: "Set TMPDIR to a writable directory.")
        }
        directory = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the path of a file in the directory.
    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Removes the directory with the files of a registry.
    func remove() {
        // Files that cannot be removed are left to the system.
        // The calls read the paths only until they return.
        for name in ["routes.db", "routes.db-journal"] { _ = unsafe unlink(path(name)) }
        _ = unsafe rmdir(directory)
    }
}
