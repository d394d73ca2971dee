import RouteDB
import RouteDBTerminal
import RouteDBTraffic

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is appended to and created if it does not exist.
final class AddedFile: Sendable {
    private let descriptor: Int32

    /// Writes to the file.
    var sink: FileDescriptorSink { FileDescriptorSink(descriptor) }

    private let path: String
    /// True if this process created the file.
    private let isNew: Bool

    /// Opens a file, creating it if needed.
    init(path: String, within limit: FileLimit?) throws(CommandFailure) {
        self.path = path
        try OutputFile.refuseDatabase(at: path)
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC
        // The calls read the path only until they return.
        var descriptor = unsafe open(path, flags)
        isNew = descriptor < 0 && errno == ENOENT
        if isNew {
            descriptor = limit?.makeFile(at: path, for: flags, isCompanion: false) ?? -1
            // `O_CREAT` without `O_EXCL`, in case another process has created the file meanwhile.
            if descriptor < 0 { descriptor = unsafe open(path, flags | O_CREAT, 0o666) }
        }
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw OutputFile.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Removes the file if this process created it and nothing was written to it.
    func removeIfUnused() {
        var status = stat()
        // These calls use the path and the status only until they return.
        if isNew, unsafe fstat(descriptor, &status) == 0, status.st_size == 0 {
            unsafe unlink(path)
        }
    }
}

/// The file that rejected lines are appended to, as TSV if its name ends with `.tsv`, else as
/// NDJSON.
struct RejectsFile: Sendable {
    private let file: AddedFile
    private let isTSV: Bool

    /// Opens the file, creating it if needed, with permissions no wider than those of the registry;
    /// a new file is removed if the command fails before writing to it.
    init(path: String, registry: String, in context: CommandContext) throws(CommandFailure) {
        isTSV = path.hasSuffix(".tsv")
        let file = try AddedFile(path: path, within: FileLimit(of: registry))
        self.file = file
        context.atEnd { [unowned context] in
            if context.status != .success { file.removeIfUnused() }
        }
    }

    /// Appends lines.
    func add(_ rejections: [LogRejection]) throws {
        let output = OutputWriter(file.sink)
        try RejectionOutput.listing.write(
            rejections, as: isTSV ? .plain : .ndjson, to: output)
        try output.flush()
    }
}

/// The output for rejected lines.
enum RejectionOutput {
    static let listing = Listing<LogRejection>(
        "rejects",
        columns: [
            .init("log") { $0.log.map(String.init) ?? "" }, .init("file", \.name),
            .init("line") { String($0.line) }, .init("offset") { String($0.offset) },
            .init("reason", \.reason), .init("place") { String($0.place) },
            .init("text") { String(decoding: $0.text, as: UTF8.self) },
        ], object: json)

    static func json(_ rejection: LogRejection) -> JSONObject {
        [
            "log": rejection.log.map(JSONValue.int) ?? .null, "file": .string(rejection.name),
            "line": .int(rejection.line), "offset": .int(rejection.offset),
            "reason": .string(rejection.reason), "place": .int(Int64(rejection.place)),
            "text": .string(String(decoding: rejection.text, as: UTF8.self)),
        ]
    }
}
