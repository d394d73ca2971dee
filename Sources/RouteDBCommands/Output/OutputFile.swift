import ArgumentParser
import RouteDB
import RouteDBTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is written under a temporary name beside its destination and then renamed, so that
/// no reader sees half of it.
///
/// A destination that is not a regular file, such as a device or a pipe, is written to directly.
final class OutputFile {
    private let path: String
    /// The path of the temporary file until it is renamed; `nil` if the destination is written
    /// directly.
    private var unfinishedPath: String?
    private let descriptor: Int32

    /// Writes to the file.
    let sink: FileDescriptorSink

    /// Opens a file.
    init(path: String, within limit: FileLimit?) throws(CommandFailure) {
        self.path = path
        try Self.refuseDatabase(at: path)
        var status = stat()
        // These calls use the paths and the status only until they return.
        let isThere = unsafe stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let beside = "\(path).\(getpid()).tmp"
            // Left behind by a killed process with the same process id.
            unsafe unlink(beside)
            if isThere || limit == nil {
                let mode = isThere ? status.st_mode & 0o777 : 0o666
                descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            } else {
                descriptor =
                    limit?.makeFile(at: beside, for: O_WRONLY, isCompanion: false) ?? -1
            }
            if descriptor >= 0 { unfinishedPath = beside }
        }
        sink = FileDescriptorSink(descriptor)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        // The call reads the path only until it returns.
        if let unfinishedPath { unsafe unlink(unfinishedPath) }
    }

    /// Writes a file as a whole.
    static func write(
        to path: String, within limit: FileLimit?, _ body: (OutputWriter) throws -> Void
    ) throws {
        let file = try OutputFile(path: path, within: limit)
        let writer = OutputWriter(file.sink)
        try body(writer)
        try writer.flush()
        try file.finish()
    }

    /// Moves the file to its destination after syncing it to disk.
    func finish() throws(CommandFailure) {
        guard let unfinishedPath else { return }
        // The calls read the paths only until they return.
        guard fsync(descriptor) == 0, unsafe rename(unfinishedPath, path) == 0 else {
            throw Self.failure(path)
        }
        self.unfinishedPath = nil
    }

    /// Refuses to write over an SQLite database, or over what SQLite keeps beside one.
    static func refuseDatabase(at path: String) throws(CommandFailure) {
        func refuse(_ what: String) -> CommandFailure {
            CommandFailure(
                "fileExists", "'\(path)' is \(what), which is not overwritten.",
                hint: "Give another path, or remove the file first.")
        }
        if DatabaseFile.isThere(at: path) {
            let purpose = DatabaseFile.purpose(ofFileAt: path)
            throw refuse(purpose.map { "a \($0)" } ?? "an SQLite database")
        }
        for suffix in ["-journal", "-wal", "-shm"] where path.hasSuffix(suffix) {
            let database = String(path.dropLast(suffix.utf8.count))
            guard DatabaseFile.isThere(at: database) else { continue }
            throw refuse("a part of the database '\(database)'")
        }
    }

    static func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            "storageFailure", "'\(path)' cannot be written: \(SystemMessage.text(of: errno)).",
            hint: "Give the path of a writable file.")
    }
}

/// The consent to overwrite a file that exists.
struct OverwriteOptions: ParsableArguments {
    @Flag(help: "Overwrite an existing file without asking.")
    var force = false

    /// Asks the user before an existing file is overwritten, unless `--force` was given.
    func require(for path: String, in context: CommandContext) throws {
        guard !force, RegularFile.hasBytes(at: path) else { return }
        try OutputFile.refuseDatabase(at: path)
        let exists = "The file '\(path)' already exists."
        guard context.input.isTerminal, context.diagnostics.isTerminal else {
            throw CommandFailure(
                "fileExists", exists, hint: "Give another path, or overwrite it with '--force'.")
        }
        context.printError(PlainText.shown(exists))
        guard try context.confirm("Overwrite it?") else {
            throw CommandFailure("cancelled", "Nothing was written.", status: .no)
        }
    }
}
