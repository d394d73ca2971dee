import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// A file or standard input, examined to detect whether it is an SQLite database.
///
/// A database is not opened here: see ``DatabaseFile``.
final class PeekedInput: ByteSource {
    /// The name of the input in messages.
    let name: String
    /// True if the input is an SQLite database; then nothing can be read.
    let isDatabase: Bool
    private let source: (any ByteSource)?
    private let first: Locked<[UInt8]>

    /// Opens a file, or standard input for `-`, and waits for its first bytes.
    init(_ path: String, in context: CommandContext) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path
        isDatabase = path != "-" && DatabaseFile.isThere(at: path)
        guard !isDatabase else {
            source = nil
            first = Locked([])
            return
        }
        do throws(InputProblem) {
            let source = try context.source(path)
            let first = try Self.read(source)
            guard !DatabaseFile.begins(first) else {
                throw InputProblem(
                    at: nil, "This is an SQLite database, which cannot be read from a stream.",
                    hint: "Give the path of its file.")
            }
            self.source = source
            self.first = Locked(first)
        } catch {
            guard error.code != .interrupted else { throw .interrupted }
            throw CommandFailure(
                error.code.description, "\(name): \(error.message)", hint: error.hint)
        }
    }

    func read() throws(StreamError) -> [UInt8] {
        let held = first.withLock { first in
            defer { first = [] }
            return first
        }
        return try held.isEmpty ? source?.read() ?? [] : held
    }

    /// Returns whether what was read so far begins a document, and not a list of other objects.
    func isDocument() throws(InputProblem) -> Bool {
        var reader = ByteReader(MemorySource(first.withLock { $0 }))
        try reader.skipByteOrderMark()
        return try RegistryDocument.Format.detect(&reader, lineLimit: InputLimits.objectLine)
            == .json
    }

    private static func read(_ source: any ByteSource) throws(InputProblem) -> [UInt8] {
        do throws(StreamError) {
            return try source.read()
        } catch {
            throw InputProblem(error)
        }
    }
}

/// The bytes of a log, read by the tool.
struct LogInput: LogSource {
    private let input: any ByteSource
    private var offset: Int64 = 0

    init(_ input: any ByteSource) { self.input = input }

    mutating func read() throws(LogSourceError) -> [UInt8] {
        do throws(StreamError) {
            let bytes = try input.read()
            offset += Int64(bytes.count)
            return bytes
        } catch {
            switch error {
            // The code that interrupted the input checks for that itself.
            case .closed, .interrupted: return []
            case .failed(let reason): throw LogSourceError(.unreadable, reason, at: offset)
            case .notUTF8(let encoding):
                throw LogSourceError(.unreadable, "it is \(encoding), not UTF-8", at: offset)
            }
        }
    }
}
