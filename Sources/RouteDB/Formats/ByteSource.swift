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
