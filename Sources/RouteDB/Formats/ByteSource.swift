package import RouteDBDatabase
import Synchronization

/// A source of bytes.
package protocol ByteSource: Sendable {
    /// Returns some bytes, waiting for them; empty at the end.
    func read() throws(StreamError) -> [UInt8]
}

/// Returns the bytes of an array, in pieces.
package final class MemorySource: ByteSource {
    private let rest: Mutex<ArraySlice<UInt8>>
    private let pieceBytes: Int

    package init(_ bytes: [UInt8] = [], pieceBytes: Int = 65_536) {
        rest = Mutex(bytes[...])
        self.pieceBytes = max(1, pieceBytes)
    }

    package func read() -> [UInt8] {
        rest.withLock { rest in
            defer { rest = rest.dropFirst(pieceBytes) }
            return Array(rest.prefix(pieceBytes))
        }
    }
}

/// Reads a file from its beginning to its end.
package final class FileSource: ByteSource, Sendable {
    private let file: Mutex<ReadableFile>
    private let isStopped: @Sendable () -> Bool

    /// Opens a file; an SQLite database is refused: see ``DatabaseFile``.
    package init(
        _ path: String, until isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(RouteDBError) {
        file = Mutex(try ReadableFile(path: path))
        self.isStopped = isStopped
    }

    package func read() throws(StreamError) -> [UInt8] {
        let bytes = try file.withLock { file throws(StreamError) in
            do throws(RouteDBError) {
                return try file.read(until: isStopped)
            } catch {
                throw .failed(
                    (error.underlying as? ReadableFile.Unreadable)?.reason ?? error.message)
            }
        }
        if bytes.isEmpty, isStopped() { throw .interrupted }
        return bytes
    }
}

/// Why bytes could not be read or written.
package enum StreamError: Error, Hashable, Sendable {
    /// The reader has closed the stream.
    case closed
    /// A signal arrived while waiting.
    case interrupted
    /// The input is text in the named encoding instead of UTF-8.
    case notUTF8(String)
    /// An error of the system, with its text.
    case failed(String)
}
