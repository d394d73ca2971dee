#if Server || Hub
    import RouteDB
    import RouteDBTerminal

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A folder for files of a command, which only this user can read, and which goes with the command.
    struct PrivateFolder {
        private let path: String

        /// Makes the folder, for files of given names.
        init(of files: [String], in context: CommandContext) throws {
            let parent = context.variable("TMPDIR") ?? "/tmp"
            var name = Array("\(parent)/routedb-XXXXXX".utf8CString)
            // The call changes the last characters before the NUL.
            let isMade = unsafe name.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
            }
            guard isMade else {
                throw CommandFailure(
                    "storageFailure", "No folder can be made in '\(parent)'.",
                    hint: "Set $TMPDIR to a folder with space that you may write.")
            }
            let made = String(
                decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = made
            context.atEnd {
                for file in files {
                    for suffix in ["", "-wal", "-shm", "-journal", "-follow"] {
                        FileAccess(path: "\(made)/\(file)\(suffix)").remove()
                    }
                }
                _ = unsafe rmdir(made)
            }
        }

        /// Returns the path of one of the files.
        func path(of file: String) -> String { "\(path)/\(file)" }
    }
#endif
