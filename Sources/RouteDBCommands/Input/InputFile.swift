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
        // These calls use the path and the status only until they return.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
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

extension CommandContext {
    /// Opens a file, or standard input for `-`.
    func source(_ path: String) throws(InputProblem) -> any ByteSource {
        path == "-" ? input : try InputFile(path: path)
    }

    /// Reads a file or standard input, and adds its name to errors.
    func reading<Value>(
        _ path: String, _ body: (inout ByteReader) throws(InputProblem) -> Value
    ) throws -> Value {
        do throws(InputProblem) {
            let source = try source(path)
            interruption.watch()
            var reader = ByteReader(source)
            try reader.skipByteOrderMark()
            return try body(&reader)
        } catch {
            guard error.code != .interrupted else {
                throw CommandFailure.interrupted
            }
            let place = error.place.map { ", line \($0.line), column \($0.column)" } ?? ""
            throw CommandFailure(
                error.code.description,
                "\(path == "-" ? "standard input" : path)\(place): \(error.message)",
                hint: error.hint)
        }
    }

    /// Reads a file or standard input with a JSON object on each line; blank lines are skipped.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `-`.
    ///   - body: Called with the number of each line and its object.
    /// - Returns: The number of objects.
    /// - Throws: ``CommandFailure`` with the place of the mistake.
    func forEachObject(
        of path: String, _ body: (Int, JSONMembers) throws(InputProblem) -> Void
    ) throws -> Int {
        try reading(path) { reader throws(InputProblem) in
            var line: [UInt8] = []
            var count = 0
            while true {
                let number = reader.place.line
                guard try reader.nextLine(into: &line, limit: InputLimits.objectLine) else {
                    return count
                }
                guard !interruption.isInterrupted else { throw InputProblem(.interrupted) }
                guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                let text = try JSONText(line, firstLine: number)
                try body(number, try JSONMembers(text.value, at: [], of: text))
                count += 1
            }
        }
    }
}
